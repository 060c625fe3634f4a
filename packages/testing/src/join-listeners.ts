import type { IncomingMessage, ServerResponse } from 'node:http';

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Both listeners of an app as one, for tests that call public and internal routes: the path says which one is meant. */
export function joinListeners({ express, internal }: { express: Handle; internal: Handle }) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const isInternal = /^\/(internal\/|metrics)/.test(request.url ?? '');
    (isInternal ? internal : express)(request, response);
  };
}
