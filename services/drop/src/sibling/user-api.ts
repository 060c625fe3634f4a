import { ApiError, userApiCalls, type InferFields } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';
import { errors } from '../errors.ts';

type Events = InferFields<typeof userApiCalls.logDropEvents.input>['events'];

/** What drop asks user-api, and notifies it of. Both reject with upstream_unavailable while it is down. */
export interface UserApi {
  /** What strangers are shown of who asks them; undefined for whom nobody can be sure of. */
  findAsker(
    who: InferFields<typeof userApiCalls.findAsker.input>,
    traceparent: string,
  ): Promise<string | undefined>;
  /** Hands over what happened to drops. An event that is there already is none. */
  logDropEvents(events: Events): Promise<void>;
}

export function createUserApi(call: ServiceClient): UserApi {
  return {
    async findAsker(body, traceparent) {
      const answer = await call({ to: userApiCalls.findAsker, body, traceparent });
      if (!answer.ok) throw refused(answer.code);
      return answer.data.name ?? undefined;
    },
    async logDropEvents(events) {
      const answer = await call({ to: userApiCalls.logDropEvents, body: { events } });
      if (!answer.ok) throw refused(answer.code);
    },
  };
}

function refused(code: string): ApiError {
  return new ApiError(errors.userApiAway, { cause: new Error(`user-api refused: ${code}`) });
}
