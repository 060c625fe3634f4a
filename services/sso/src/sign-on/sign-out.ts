import { formatUserCode, readUserCode } from '../device/user-code.ts';
import type { UserApi } from '../sibling/user-api.ts';
import { createCsrfToken } from './csrf.ts';
import type { Outcome } from './outcome.ts';
import type { Visit } from './visit.ts';

/** Who is signed in to this browser. */
export function showSession({ session, browserSecret }: Visit): Outcome {
  if (!session) return { view: { kind: 'session', signedIn: null } };
  const { userId, email, amr, authTime } = session;
  const signedIn = { csrf: createCsrfToken(browserSecret), account: email, userId, amr, authTime };
  return { view: { kind: 'session', signedIn } };
}

/** Ends the root session at user-api, and only then lets the browser forget it; without one it is done already. */
export async function signOut(
  { userApi }: { readonly userApi: Pick<UserApi, 'revokeRootSession'> },
  visit: Visit,
  next: string | undefined,
): Promise<Outcome> {
  if (visit.session) await userApi.revokeRootSession(visit.session.token, visit);
  const view = { kind: 'session', signedIn: null } as const;
  return { view, signsOut: true, ...(next === undefined ? {} : { next }) };
}

/** Back to the first step, with the code when it can be one. */
export function nextDeviceLogin(typedCode: string, uiLocales: string | undefined): string {
  const userCode = readUserCode(typedCode);
  const query = new URLSearchParams({
    ...(userCode === undefined ? {} : { user_code: formatUserCode(userCode) }),
    ...(uiLocales === undefined ? {} : { ui_locales: uiLocales }),
  });
  return query.size === 0 ? '/device_login' : `/device_login?${query.toString()}`;
}
