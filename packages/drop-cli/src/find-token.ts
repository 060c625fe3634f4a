import { callSso, readTokenPackage } from './call-sso.ts';
import { findPlaces } from './places.ts';
import { forgetSession, loadSession, saveSession, type Session } from './session-file.ts';
import { createComplaint, tell, type Shell } from './shell.ts';
import { signIn } from './sign-in.ts';

/** A token that expires within this time is renewed first. */
const spareMs = 30_000;

/** LATCHKEY_TOKEN, or the token of the saved session, renewed if it expires soon; signs in without a session. */
export async function findToken(shell: Shell): Promise<string> {
  const given = shell.env['LATCHKEY_TOKEN'];
  if (given) return given;
  const session = await loadSession(shell);
  const { sso, clientId } = findPlaces(shell);
  const isCurrent = session?.sso === sso && session.clientId === clientId;
  if (isCurrent && shell.now() < session.expiresAtMs - spareMs) return session.accessToken;
  const renewed = isCurrent ? await renew(shell, session) : undefined;
  const fresh = renewed ?? (await signIn(shell));
  await saveSession(shell, fresh);
  return fresh.accessToken;
}

/** Undefined when the session has ended. Throws a complaint, and keeps the session, when sso cannot tell. */
async function renew(shell: Shell, session: Session): Promise<Session | undefined> {
  const { ok, body } = await callSso(shell, '/token', {
    grant_type: 'refresh_token',
    client_id: session.clientId,
    refresh_token: session.refreshToken,
    binding_chain: session.bindingChain,
    binding_link: session.bindingLink,
  });
  if (ok) return readTokenPackage(shell, body);
  if (body['error'] !== 'invalid_grant')
    throw createComplaint(`The session cannot be renewed: ${String(body['error'])}.`);
  await forgetSession(shell);
  tell(shell, 'The last session has ended.');
  return undefined;
}
