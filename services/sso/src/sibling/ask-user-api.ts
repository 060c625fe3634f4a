import { ApiError, type Contract, type InferOutput, type SentFields } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';
import { errors } from '../errors.ts';

/** Asks user-api. Undefined for the one refusal that is an answer; any other is a fault between the services. */
export function createAskUserApi(call: ServiceClient) {
  return async <Called extends Contract>(
    to: Called,
    body: SentFields<Called['input']>,
    traceparent: string | undefined,
    answering = 'not_found',
  ): Promise<InferOutput<Called['output']> | undefined> => {
    const answer = await call({ to, body, ...(traceparent !== undefined && { traceparent }) });
    if (answer.ok) return answer.data;
    if (answer.code === answering) return undefined;
    if (answer.code === 'throttled')
      throw new ApiError(errors.throttled, { retryAfterSeconds: answer.retryAfterSeconds ?? 60 });
    throw new ApiError(
      { code: 'upstream_unavailable', message: 'user-api is not available' },
      { cause: new Error(`user-api refused ${to.path}: ${answer.code}`) },
    );
  };
}

export type AskUserApi = ReturnType<typeof createAskUserApi>;
