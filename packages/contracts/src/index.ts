/**
 * What the services ask and answer each other, as JSON Schema literals: every route under `/internal/v1/`, and the public
 * routes that a sibling calls. The route and its callers share the literal:
 *
 *     export const tokensVerify = defineRoute({ ...ssoCalls.verifyToken, summary, access, errors, handle });
 *     const answer = await callSso({ to: ssoCalls.verifyToken, body: { token }, traceparent });
 *
 * An `output` names what callers need and is strict about it; further fields are allowed, because a newer sibling may
 * send them. The `input` of a public route is what the sibling sends; the route keeps its own, and tests hold that they
 * fit. Here are also the error codes with `ApiError`, and the one table of HTTP statuses. The claims of guard payloads
 * are `RelayClaims` in `@latchkey/tokens`, since payloads are signed.
 */
export { accountCalls } from './account.ts';
export { generalCodes, httpStatus, type ErrorCode } from './codes.ts';
export { consoleCall, consoleSearch, totalNames, totalsCall } from './console.ts';
export { doorCalls, linkPurposes, type LinkPurpose } from './doors.ts';
export { dropCalls, longestAsks, longestLabel, ownDropCalls } from './drop.ts';
export { exampleValues } from './example-values.ts';
export { foldEmail, isMailAddress, isMailDomain } from './address.ts';
export { isUuid, withoutSlash } from './identifiers.ts';
export { JsonText } from './json-text.ts';
export { ownAccountCalls } from './own-account.ts';
export { ownWords } from './own-words.ts';
export {
  challengeSeconds,
  longestPasskeyAnswer,
  longestPasskeyName,
  mostPasskeys,
  passkeyAlgorithms,
  passkeyList,
  rpIdOf,
  type PasskeyAsk,
} from './passkeys.ts';
export { passwordRules, type PasswordRule } from './account-parts.ts';
export {
  clientFlags,
  clientSettings,
  devicePolicies,
  listedSettings,
  detailSettings,
  refreshBindings,
  usualSettings,
  type ClientFlags,
  type ClientSettings,
  type DevicePolicy,
} from './client-settings.ts';
export { isRegisteredRedirect, redirectFault } from './redirect-uris.ts';
export { apiRecord, clientRecord, registeredBy, standing } from './records.ts';
export { answered, camel, givenFields, namesOf, readFields, writeFields, type RecordOf } from './wire.ts';
export {
  completeOutput,
  groupFields,
  text,
  texts,
  time,
  timeOrNull,
  type Contract,
  type FieldsSchema,
  type InferFields,
  type InferOutput,
  type SchemaNode,
  type SentFields,
  type SentOutput,
} from './schema.ts';
export { consentStates, deviceStates, roads, ssoCalls } from './sso.ts';
export { askerKinds, userApiCalls } from './user-api.ts';
export { dropEvents, mostLookUps, type DropEventType } from './events.ts';
export { ApiError, type ErrorDetails, type ErrorSpec } from './errors.ts';
