import { createHash } from 'node:crypto';
import { ApiError, exampleValues, isRegisteredRedirect, text } from '@latchkey/contracts';
import { isSameSecret } from '@latchkey/secrets';
import { errors } from '../errors.ts';
import { assertGrantAllowed } from '../oauth/client/assert-grant-allowed.ts';
import type { Client } from '../oauth/client/client.ts';
import { narrowingErrors, narrowingParameters } from '../oauth/client/narrow-grant.ts';
import type { AppCode } from '../oauth/device/device.ts';
import { hashDeviceCode } from '../oauth/device/start-device-authorization.ts';
import { defineGrant, missing, readTokenKey, requireParameter } from './grant.ts';
import { failPickup, pickUp } from './pick-up.ts';
import { invalidReasons, pollUntilSettled, recordRefusal, type Refused } from './poll-code.ts';

const codeMissing = missing('code');

/**
 * Redeems a code of the browser road: the pickup of an authorization that is approved already, by who holds its verifier
 * and its key and names its address. Source: RFC 6749 4.1.3, RFC 7636 4.5 and 4.6, RFC 9449 10,
 * contract part 1 "The browser road".
 */
export const authorizationCodeGrant = defineGrant({
  parameters: {
    code: {
      ...text,
      examples: [exampleValues['device_code']],
      description: 'what /authorize has led back with',
    },
    redirect_uri: text,
    code_verifier: text,
    ...narrowingParameters,
  },
  errors: [
    codeMissing,
    errors.unauthorizedClient,
    errors.invalidCode,
    errors.accountInactive,
    errors.invalidProof,
    errors.nonceNeeded,
    errors.temporarilyUnavailable,
    ...narrowingErrors,
  ],
  async issue(context, request) {
    const { client, input, ageMs } = request;
    assertGrantAllowed(client, 'authorization_code');
    const hash = hashDeviceCode(requireParameter(input, 'code'));
    const jkt = await readTokenKey(context, request);
    const poll = await pollUntilSettled(context, hash, client, { road: 'browser' });
    if (poll.outcome !== 'claimed') {
      await recordRefusal(context, client, poll, ageMs());
      throw explainRefusal(poll);
    }
    const wrong = findMismatch(client, poll.device.app, { ...input, jkt });
    if (wrong === undefined) {
      const tokens = await pickUp(context, poll, { ...request, jkt });
      context.countSignIn('redeemed');
      return tokens;
    }
    await failPickup(context, poll, 'mismatch');
    throw new ApiError(errors.invalidCode, { detail: `${wrong} does not fit the code` });
  },
});

interface Presented {
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly jkt: string | undefined;
}

/** What was presented with a code and is not what the code is for. An address that was taken off the list voids it. */
function findMismatch(client: Client, app: AppCode | undefined, presented: Presented): string | undefined {
  const { redirect_uri: redirectUri = '', code_verifier: verifier = '', jkt } = presented;
  const isAddress =
    redirectUri === app?.redirectUri && isRegisteredRedirect(client.redirectUris, redirectUri);
  if (!isAddress) return 'redirect_uri';
  if (!isSameSecret(challengeOf(verifier), app.codeChallenge)) return 'code_verifier';
  return app.jkt === undefined || app.jkt === jkt ? undefined : 'the key of the DPoP proof';
}

/** Source: RFC 7636 4.1 and 4.6. A text that is no verifier has no challenge. */
function challengeOf(verifier: string): string {
  return /^[\w.~-]{43,128}$/.test(verifier) ? createHash('sha256').update(verifier).digest('base64url') : '';
}

function explainRefusal(poll: Refused): ApiError {
  switch (poll.outcome) {
    case 'busy':
      return new ApiError(errors.temporarilyUnavailable, { retryAfterSeconds: 1 });
    case 'failed':
      return new ApiError(poll.failure === 'account' ? errors.accountInactive : errors.invalidCode, {
        detail: `the code has ended: ${poll.failure}`,
      });
    case 'expired':
      return new ApiError(errors.invalidCode, { detail: 'the code has expired' });
    case 'pending':
    case 'slow_down':
    case 'held':
    case 'wrong_number':
      return new ApiError(errors.invalidCode, { detail: 'the code is not approved' });
    default:
      return new ApiError(errors.invalidCode, { detail: invalidReasons[poll.outcome] });
  }
}
