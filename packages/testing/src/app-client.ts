import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServiceClient, type SendPost } from '@latchkey/contracts/service-client';
import type supertest from 'supertest';

/** The service client of a sibling that calls an app of this process: it reads a route's real answer. */
export function createAppClient(agent: Pick<ReturnType<typeof supertest>, 'post'>, masterKey: string) {
  const send: SendPost = async (url, { headers, body }) => {
    const { text, status } = await agent.post(new URL(url).pathname).set(headers).send(body);
    return new Response(text, { status });
  };
  const baseUrl = 'http://app.test';
  return createServiceClient({ service: 'the app', baseUrl, internalUrl: baseUrl, masterKey, send });
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Both listeners of an app as one, for tests that call public and internal routes: the path says which one is meant. */
export function joinListeners({ express, internal }: { express: Handle; internal: Handle }) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const isInternal = /^\/(internal\/|metrics)/.test(request.url ?? '');
    (isInternal ? internal : express)(request, response);
  };
}
