import { ApiError, ssoCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { SsoContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { consumeRelay } from '../../../../oauth/relay/mint-relay.ts';

/** Source: contract part 1 "Guard payloads". */
export const relaysConsume = defineRoute({
  ...ssoCalls.consumeRelay,
  summary: 'Consumes a relay and answers its payload',
  access: callers('user-api'),
  errors: [errors.relayUnknown],
  async handle({ relays }: SsoContext, input) {
    const jws = await consumeRelay(relays, input.relay);
    if (jws === undefined) throw new ApiError(errors.relayUnknown);
    return { jws };
  },
});
