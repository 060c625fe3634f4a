import { passkeyAlgorithms } from '@latchkey/contracts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from '../accounts/passkey.ts';

/** Takes 27 MB and a third of a second, so that it is loaded where passkeys are used. */
const load = () => import('@simplewebauthn/server');

/** What an authenticator's answer must be for. Source: Web Authentication 7.1 and 7.2. */
export interface Ceremony {
  /** As the page gave it to the browser, in base64url. */
  readonly challenge: string;
  /** Of sso. */
  readonly origin: string;
  readonly rpId: string;
}

export type Assertion = Omit<AuthenticationResponseJSON, 'clientExtensionResults'>;
type Registration = Omit<RegistrationResponseJSON, 'clientExtensionResults'>;

/** The answer to a sign-in; undefined for a text that is none. */
export function readAssertion(text: string): Assertion | undefined {
  const names = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'];
  return readAnswer(text, names) as Assertion | undefined;
}

/** The answer to the making of a passkey; undefined for a text that is none. */
export function readRegistration(text: string): Registration | undefined {
  return readAnswer(text, ['clientDataJSON', 'attestationObject']) as Registration | undefined;
}

function readAnswer(text: string, names: readonly string[]): object | undefined {
  const { id, rawId, type, response } = parse(text);
  const given: Readonly<Record<string, unknown>> = { ...(response as object) };
  const read = Object.fromEntries(names.map((name) => [name, given[name]]));
  const isWhole = [id, rawId, type, ...Object.values(read)].every((one) => typeof one === 'string');
  return isWhole ? { id, rawId, type, response: read } : undefined;
}

/** What JSON names; nothing for a text that is none. */
function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

const expectedOf = ({ challenge, origin, rpId }: Ceremony) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

interface Refused {
  readonly refused: string;
}

/**
 * What `run` makes of an answer; why it is refused otherwise. That is what the library says, up to the first value: that
 * came from outside, and no log line holds it.
 */
async function verify<Made>(
  { response }: { readonly response: { readonly clientDataJSON: string } },
  run: (library: Awaited<ReturnType<typeof load>>) => Promise<Made | Refused>,
): Promise<Made | Refused> {
  const { crossOrigin = false } = parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
  // The library leaves it open: a frame of another site must not ask for a passkey.
  if (crossOrigin !== false) return { refused: 'made in a frame of another site' };
  const library = await load();
  return run(library).catch((error: unknown) => ({ refused: String(error).split('"')[0] ?? '' }));
}

export type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isSynced'>;

/** Verifies the making of a passkey, unattested; answers why it is refused otherwise. */
export function verifyRegistration(
  registration: Registration,
  ceremony: Ceremony,
): Promise<NewKey | Refused> {
  return verify(registration, async ({ verifyRegistrationResponse }) => {
    const { registrationInfo: made } = await verifyRegistrationResponse({
      ...expectedOf(ceremony),
      response: { ...registration, clientExtensionResults: {} },
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    });
    if (made === undefined) return { refused: 'the attestation is wrong' };
    const { id: credentialId, publicKey, counter } = made.credential;
    const isSynced = made.credentialDeviceType === 'multiDevice';
    return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, isSynced };
  });
}

/** Verifies an assertion but its counter, which it answers; answers why it is refused otherwise. */
export function verifyAssertion(
  assertion: Assertion,
  { credentialId: id, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
  ceremony: Ceremony,
): Promise<{ readonly counter: number } | Refused> {
  return verify(assertion, async ({ verifyAuthenticationResponse }) => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedOf(ceremony),
      response: { ...assertion, clientExtensionResults: {} },
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    return verified ? { counter: authenticationInfo.newCounter } : { refused: 'wrong signature' };
  });
}
