import { ApiError, exampleValues, text, type ErrorSpec } from '@latchkey/contracts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { assertGrantAllowed } from '../oauth/client/assert-grant-allowed.ts';
import { narrowingErrors, narrowingParameters } from '../oauth/client/narrow-grant.ts';
import { hashDeviceCode } from '../oauth/device/start-device-authorization.ts';
import { defineGrant, missing, readTokenKey, requireParameter, type Grant } from './grant.ts';
import { pickUp, type Claimed } from './pick-up.ts';
import { invalidReasons, pollUntilSettled, recordRefusal, type Refused } from './poll-code.ts';

const codeMissing = missing('device_code');

/** The device grant. `expired` is the error for an expired code; it differs by grant_type. Source: RFC 8628 3.4, 3.5. */
export function createDeviceCodeGrant(expired: ErrorSpec): Grant {
  return defineGrant({
    parameters: {
      device_code: { ...text, examples: [exampleValues['device_code']] },
      confirmation: {
        ...text,
        description: 'the number that the approval page shows, once an answer has asked for it',
      },
      ...narrowingParameters,
    },
    errors: [
      codeMissing,
      errors.unauthorizedClient,
      errors.authorizationPending,
      errors.slowDown,
      errors.accessDenied,
      errors.invalidDeviceCode,
      errors.accountInactive,
      errors.invalidProof,
      errors.nonceNeeded,
      ...narrowingErrors,
      expired,
    ],
    async issue(context, request) {
      const { client, input, ageMs } = request;
      assertGrantAllowed(client, 'device_code');
      const deviceCodeHash = hashDeviceCode(requireParameter(input, 'device_code'));
      const jkt = await readTokenKey(context, request);
      const poll = await pollUntilSettled(context, deviceCodeHash, client, { number: input.confirmation });
      if (poll.outcome === 'claimed' && poll.isConfirmed) await recordConfirmed(context, poll);
      if (poll.outcome === 'claimed') return pickUp(context, poll, { ...request, jkt });
      await recordRefusal(context, client, poll, ageMs());
      throw explainRefusal(poll, expired);
    },
  });
}

/** The person approved before; now that the number was right the approval is in force. */
async function recordConfirmed({ history }: SsoContext, { device }: Claimed): Promise<void> {
  if (device.approval !== undefined) await history.recordApproved(device, device.approval);
}

/** The error of a poll that gets no tokens. Source: contract part 1 "Errors". */
function explainRefusal(poll: Refused, expired: ErrorSpec): ApiError {
  switch (poll.outcome) {
    case 'pending':
    case 'busy':
      return new ApiError(errors.authorizationPending);
    case 'held':
    case 'wrong_number':
      return new ApiError(errors.authorizationPending, {
        members: { confirmation: 'number' },
        detail: poll.outcome === 'held' ? 'it waits for its number' : 'the number is wrong',
      });
    case 'slow_down':
      return new ApiError(errors.slowDown, {
        retryAfterSeconds: poll.intervalSeconds,
        members: { interval: poll.intervalSeconds },
      });
    case 'failed':
      return new ApiError(poll.failure === 'account' ? errors.accountInactive : errors.accessDenied, {
        detail: `the authorization failed: ${poll.failure}`,
      });
    case 'expired':
      return new ApiError(expired, { detail: 'the device code has expired' });
    default:
      return new ApiError(errors.invalidDeviceCode, { detail: invalidReasons[poll.outcome] });
  }
}
