import { findPlaces } from './places.ts';
import type { Session } from './session-file.ts';
import { createComplaint, type Shell } from './shell.ts';

export type OAuthBody = Readonly<Record<string, unknown>>;

/** Sends a form to sso; answers its status and JSON. Throws a complaint when sso does not answer. */
export async function callSso(
  shell: Shell,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; body: OAuthBody }> {
  const { sso } = findPlaces(shell);
  try {
    const init = { method: 'POST', body: new URLSearchParams(form), headers: { accept: 'application/json' } };
    const response = await shell.fetch(sso + path, init);
    return { ok: response.ok, body: (await response.json()) as OAuthBody };
  } catch {
    throw createComplaint(`sso does not answer at ${sso}.`);
  }
}

/** The token package of contract part 1 as a session. */
export function readTokenPackage(shell: Shell, body: OAuthBody): Session {
  const { sso, clientId } = findPlaces(shell);
  const expiresAtMs = shell.now() + Number(body['expires_in']) * 1000;
  return {
    sso,
    clientId,
    accessToken: text(body, 'access_token'),
    expiresAtMs,
    refreshToken: text(body, 'refresh_token'),
    bindingChain: text(body, 'binding_chain'),
    bindingLink: text(body, 'binding_link'),
  };
}

/** A member that the standard defines as text. Throws a complaint when it is not text. */
export function text(body: OAuthBody, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw createComplaint(`sso answered without ${name}.`);
  return value;
}
