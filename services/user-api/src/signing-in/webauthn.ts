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
  const answer = parse(text);
  const response = isRecord(answer?.['response']) ? answer['response'] : {};
  const isWhole =
    answer !== undefined &&
    ['id', 'rawId', 'type'].every((name) => typeof answer[name] === 'string') &&
    names.every((name) => typeof response[name] === 'string');
  if (!isWhole) return undefined;
  const { id, rawId, type } = answer;
  const read = Object.fromEntries(names.map((name) => [name, response[name]]));
  return { id, rawId, type, response: read };
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The library leaves it open: a frame of another site must not ask for a passkey. */
function isOfOwnPage({ clientDataJSON }: { readonly clientDataJSON: string }): boolean {
  const data = parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return data?.['crossOrigin'] === undefined || data['crossOrigin'] === false;
}

const expectedOf = ({ challenge, origin, rpId }: Ceremony) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

/** What the library says, up to the first value: that came from outside, and no log line holds it. */
const explain = (error: unknown) => String(error).split('"')[0] ?? '';

/** What a new passkey is made of. */
export type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isSynced'>;

/** Verifies the making of a passkey, unattested; answers why it is refused otherwise. */
export async function verifyRegistration(
  registration: Registration,
  ceremony: Ceremony,
): Promise<NewKey | { readonly refused: string }> {
  if (!isOfOwnPage(registration.response)) return { refused: 'made in a frame of another site' };
  const { verifyRegistrationResponse } = await load();
  try {
    const { registrationInfo: made } = await verifyRegistrationResponse({
      ...expectedOf(ceremony),
      response: { ...registration, clientExtensionResults: {} },
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    });
    if (made === undefined) return { refused: 'the attestation is wrong' };
    const { id: credentialId, publicKey, counter } = made.credential;
    const isSynced = made.credentialDeviceType === 'multiDevice';
    return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, isSynced };
  } catch (error) {
    return { refused: explain(error) };
  }
}

/** Verifies an assertion but its counter, which it answers; answers why it is refused otherwise. */
export async function verifyAssertion(
  assertion: Assertion,
  { credentialId: id, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
  ceremony: Ceremony,
): Promise<{ readonly counter: number } | { readonly refused: string }> {
  if (!isOfOwnPage(assertion.response)) return { refused: 'made in a frame of another site' };
  const { verifyAuthenticationResponse } = await load();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedOf(ceremony),
      response: { ...assertion, clientExtensionResults: {} },
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    return verified ? { counter: authenticationInfo.newCounter } : { refused: 'wrong signature' };
  } catch (error) {
    return { refused: explain(error) };
  }
}
