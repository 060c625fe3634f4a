import { createServiceClient } from '@latchkey/service-client';
import type supertest from 'supertest';

/** The service client of a sibling that calls an app of this process: it reads a route's real answer. */
export function createAppClient(agent: Pick<ReturnType<typeof supertest>, 'post'>, masterKey: string) {
  const fetch = async (url: string, { headers, body }: RequestInit): Promise<Response> => {
    const sent = agent.post(new URL(url).pathname).set(headers as Record<string, string>);
    const { text, status } = await sent.send(body as string);
    return new Response(text, { status });
  };
  const baseUrl = 'http://app.test';
  return createServiceClient({ service: 'the app', baseUrl, internalUrl: baseUrl, masterKey, fetch });
}
