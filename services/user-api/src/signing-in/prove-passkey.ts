import { ApiError, rpIdOf } from '@latchkey/contracts';
import type { FoundPasskey, PasskeyUse } from '../accounts/passkey.ts';
import { errors } from '../errors.ts';
import { verifyAssertion, type Assertion } from './webauthn.ts';

export interface ProvingPorts {
  now(): number;
  /** The public address of sso, whose origin and host a passkey is for. */
  readonly ssoUrl: string;
}

/** A passkey whose signature is right, and what its authenticator counts now. */
export interface Proven extends Pick<FoundPasskey, 'account' | 'passkey'> {
  readonly use: PasskeyUse;
}

export const refusePasskey = (detail: string) => new ApiError(errors.credentialsInvalid, { detail });

/** Proves all about a passkey but that its authenticator counts on. Throws invalid_credentials. */
export async function provePasskey(
  ports: ProvingPorts,
  { account, passkey, handle }: FoundPasskey,
  { assertion, challenge }: { readonly assertion: Assertion; readonly challenge: string },
): Promise<Proven> {
  const rpId = rpIdOf(ports.ssoUrl);
  if (rpId === undefined) throw refusePasskey('SSO_URL can have no passkeys');
  if (account.status !== 'active') throw refusePasskey(`the account is ${account.status}`);
  if (passkey.rpId !== rpId) throw refusePasskey(`the passkey is for ${passkey.rpId}`);
  if (assertion.response.userHandle !== handle) throw refusePasskey('the passkey is of another user handle');
  const ceremony = { challenge, origin: new URL(ports.ssoUrl).origin, rpId };
  const verified = await verifyAssertion(assertion, passkey, ceremony);
  if ('refused' in verified) throw refusePasskey(verified.refused);
  const { counter } = verified;
  const use = { kind: 'passkey', id: passkey.id, counter, usedAt: new Date(ports.now()) } as const;
  return { account, passkey, use };
}
