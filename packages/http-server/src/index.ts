/**
 * The edge: the only code that knows Express and body-parser. A service hands it groups of routes and gets an app.
 *
 *     parse → access → checks → validate → handle → answer
 *
 * - A route is a value, made by `defineRoute` or `definePage`. Its `input` literal is compiled by ajv, gives the
 *   handler its types, and is shown by `/openapi.json` and `/docs`. Fields that are not in `output` are not sent.
 *   Those in it are required, except in a page and where `optional` or `required` says otherwise. A failure that a route
 *   throws without listing it is logged as `unlisted failure`.
 * - The documents are made of the routes: the operationId of method and path, the tag of the family. A schema with a
 *   `title` becomes a component; two different ones with one title are an error. Examples are those of a schema, else
 *   made from the names of its fields (`exampleValues`). `/docs` is Swagger UI under its own policy, with nothing inline.
 * - An access says who may call: the handler gets what `admit` returns, and what it throws is the answer. The input begins
 *   with its `fields`. `callers` is the access of internal routes.
 * - Checks run before the fields are validated, where the contract fixes the order of messages. The handler gets what
 *   `run` returns in place of the caller.
 * - A protocol is how a group of routes reads and answers: envelope (user-api, drop, internal calls), OAuth (RFC 6749), or
 *   page (HTML, or JSON for a caller that asks).
 * - `createApp` makes an app for each of two listeners: internal routes with `/metrics`, and all others with `/hello`.
 *   Both have health, request ids, trace context, security headers and one log line a request. `serve` listens with both,
 *   and drains them on SIGTERM. `createApp` takes a budget for large bodies; a body that finds no room is 503.
 * - The log line of a failure has its `code` and `detail`, an internal sentence that no protocol sends. What
 *   `isDependencyLost` recognizes is a 503; any other error that is not an `ApiError` is logged and answered as a bland 500.
 * - A blank that a field cannot take is treated as not given: `null` for a typed field, `""` for a number, a boolean, an
 *   object, or a string with `minLength`.
 */
export { groupFields, text, texts, time, timeOrNull } from '@latchkey/contracts';
export { type App, createApp, describePublicApi, describeWholeApi } from './create-app.ts';
export { createEnvelopeProtocol } from './envelope.ts';
export { type Metrics, createMetrics, gaugeAsked } from './metrics.ts';
export { createOAuthProtocol } from './oauth.ts';
export type { ServiceInfo } from './docs/document.ts';
export type { FrontDoor } from './front-door.ts';
export { createPageProtocol, prefersJson } from './page.ts';
export type { RequestInfo } from './request-info.ts';
export { defineDownload, definePage, defineRoute, type PageDefinition, publicAccess } from './route.ts';
export type { FieldsSchema, InferFields } from './validate.ts';
export { callers } from './service-access.ts';
export { runService } from './run-service.ts';
export { serve } from './serve.ts';
export type { Access, Checks, Download, PageResult, Pieces, Route, RouteGroup } from './types.ts';
