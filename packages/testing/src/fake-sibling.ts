import { createServiceClient, type SendPost } from '@latchkey/contracts/service-client';

/** What a sibling answers: the data of a success, the code of a refusal, or no answer at all. */
export type SiblingAnswer =
  | { readonly ok: true; readonly data: object }
  | {
      readonly ok: false;
      readonly code: string;
      readonly field?: string;
      readonly about?: object;
      readonly retryAfterSeconds?: number;
    }
  | Error;

interface ArrivedCall {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly traceparent?: string;
}

/** A real service client whose sibling gives these answers, and the calls as they arrived there. */
export function createFakeSibling(service: string, answer: (call: ArrivedCall) => SiblingAnswer) {
  const calls: ArrivedCall[] = [];
  const send: SendPost = async (url, { body, headers: { traceparent } }) => {
    const arrived = { path: new URL(url).pathname, body: JSON.parse(body) };
    const call = traceparent === undefined ? arrived : { ...arrived, traceparent };
    calls.push(call);
    const given = answer(call);
    if (given instanceof Error) throw given;
    return given.ok
      ? Response.json({ status: 1, comment: 'OK', data: given.data })
      : Response.json(
          {
            status: 0,
            code: given.code,
            message: given.code,
            field: given.field,
            about: given.about,
            retry_after: given.retryAfterSeconds,
          },
          { status: 400 },
        );
  };
  const baseUrl = 'http://sibling.test';
  const key = { masterKey: 'a-test-key', send };
  return { calls, client: createServiceClient({ service, baseUrl, internalUrl: baseUrl, ...key }) };
}
