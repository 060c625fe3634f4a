import { ApiError, exampleValues, text, type ErrorSpec } from '@latchkey/contracts';
import { readTyped } from '@latchkey/secrets';
import type { Client } from '../client/client.ts';
import { narrowingErrors, narrowingParameters } from '../client/narrow-grant.ts';
import type { SsoContext } from '../context.ts';
import type { DevicePoll } from '../device/device-store.ts';
import { hashDeviceCode } from '../device/start-device-authorization.ts';
import { errors } from '../errors.ts';
import { answerReplay } from './answer-replay.ts';
import {
  assertGrantAllowed,
  defineGrant,
  missing,
  readTokenKey,
  requireParameter,
  type Grant,
} from './grant.ts';
import { pickUp } from './pick-up.ts';

const codeMissing = missing('device_code');

/** How often a poll tries again, and how long it waits in between, while another request picks up the same code. */
const maxAttempts = 20;
const retryDelayMs = 50;

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
      const poll = await pollUntilSettled(context, deviceCodeHash, client, input.confirmation);
      if (poll.outcome === 'claimed' && poll.isConfirmed) await recordConfirmed(context, poll);
      if (poll.outcome === 'claimed') return pickUp(context, poll, { ...request, jkt });
      await recordRefusal(context, client, poll, ageMs());
      throw explainRefusal(poll, expired);
    },
  });
}

type Claimed = Extract<DevicePoll, { outcome: 'claimed' }>;
type Refused = Exclude<DevicePoll, { outcome: 'claimed' }> | { readonly outcome: 'lost' };

/** Polls. While another request picks up the same code, waits for its outcome, so that the client need not retry. */
async function pollUntilSettled(
  { devices, now, pause }: SsoContext,
  deviceCodeHash: string,
  client: Client,
  confirmation: string | undefined,
): Promise<Claimed | Refused> {
  // As typed: in other digits, too, and with blanks.
  const number = confirmation === undefined ? undefined : readTyped(confirmation);
  const first = await devices.poll(deviceCodeHash, client.clientId, now(), number);
  let poll = first;
  for (let attempt = 0; poll.outcome === 'busy' && attempt < maxAttempts; attempt += 1) {
    await pause(retryDelayMs);
    poll = await devices.poll(deviceCodeHash, client.clientId, now(), number);
  }
  return first.outcome === 'busy' && poll.outcome === 'redeemed' ? { outcome: 'lost' } : poll;
}

/** The person approved before; now that the number was right the approval is in force. */
async function recordConfirmed({ history }: SsoContext, { device }: Claimed): Promise<void> {
  if (device.approval !== undefined) await history.recordApproved(device, device.approval);
}

/** Why a device code is invalid; for the log only. */
const reasons = {
  unknown: 'the device code is unknown',
  foreign: 'the device code belongs to another client',
  redeemed: 'the device code was already redeemed',
  lost: 'another request redeemed the device code at the same time',
} as const;

/**
 * Records a poll that gets no tokens, if it is the first after the expiry, the last wrong number, a replay, or of a foreign
 * client.
 */
async function recordRefusal(
  context: SsoContext,
  client: Client,
  poll: Refused,
  ageMs: number,
): Promise<void> {
  if (poll.outcome === 'expired' && poll.isFirst)
    await context.history.recordExpired(poll.device, context.now());
  if (poll.outcome === 'failed' && 'isFirst' in poll)
    await context.history.recordFailed(poll.device, poll.failure, context.now());
  if (poll.outcome === 'redeemed')
    await answerReplay(context, client, poll.device, poll.redeemedForMs - ageMs);
  if (poll.outcome === 'foreign') {
    const data = { device_id: poll.device.id, client_id: client.clientId };
    await context.outbox.append('device.foreign_client', data);
  }
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
      return new ApiError(errors.invalidDeviceCode, { detail: reasons[poll.outcome] });
  }
}
