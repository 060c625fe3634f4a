import { ApiError } from '@latchkey/errors';
import { defineRoute, serviceAccess } from '@latchkey/http-server';
import type { SsoContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { consumeRelay } from '../../../../relay/mint-relay.ts';

/** Source: contract part 1 "Guard payloads". */
export const relaysConsume = defineRoute({
  path: '/internal/v1/relays/consume',
  summary: 'Spends a relay, once',
  access: serviceAccess,
  input: { properties: { relay: { type: 'string' } }, required: ['relay'] },
  output: { properties: { jws: { type: 'string' } }, required: ['jws'] },
  errors: [errors.relayUnknown],
  async handle({ relays }: SsoContext, input) {
    const jws = await consumeRelay(relays, input.relay);
    if (jws === undefined) throw new ApiError(errors.relayUnknown);
    return { jws };
  },
});
