import {
  LatchkeyError,
  type DeviceLogin,
  type Latchkey,
  type Session,
  type SessionStore,
} from '@latchkey/client';

/** Where a relying party of these tests keeps what it has, so that whoever comes next can go on. */
export interface Keeper {
  readLogin(): Promise<DeviceLogin | undefined>;
  writeLogin(login: DeviceLogin): Promise<void>;
  readonly session: SessionStore;
}

/** A token that always has to be refreshed first. */
export const always = { minValiditySeconds: Number.POSITIVE_INFINITY };

type Approve = (login: DeviceLogin) => Promise<void>;

/** How often a step that a busy service refuses is tried. */
const tries = 5;

/**
 * A whole life: signs in, refreshes and signs out. It goes on from wherever the one before it stopped, also after a
 * request of its own without an answer, and answers how it all ended. `approve` is called when the service has said
 * that the person has not approved.
 */
export async function live(latchkey: Latchkey, keeper: Keeper, approve: Approve): Promise<string> {
  for (let tried = 1; ; tried += 1)
    try {
      const login = await follow(latchkey, keeper, approve);
      if (login.status !== 'redeemed') return `login ${login.status} ${login.reason ?? ''}`;
      return await refreshAndSignOut(await latchkey.openSession(keeper.session, login));
    } catch (error) {
      if (!hasCode(error, 'no_answer') || tried === tries) throw error;
    }
}

/** A login that is pending after that number of approvals is answered as it is. */
async function follow(latchkey: Latchkey, keeper: Keeper, approve: Approve): Promise<DeviceLogin> {
  let login = (await keeper.readLogin()) ?? (await startLogin(latchkey, keeper));
  let approvals = 0;
  for await (login of latchkey.followDeviceLogin(login)) {
    await keeper.writeLogin(login);
    if (login.status !== 'pending' || login.unanswered > 0) continue;
    if (approvals++ === tries) break;
    // The life before this one may have approved already, which the page refuses to do twice.
    await approve(login).catch(() => undefined);
  }
  return login;
}

async function refreshAndSignOut(session: Session): Promise<string> {
  const { status } = await session.state();
  if (status === 'active')
    await session.accessToken(always).then(
      () => session.end(),
      (error: unknown) => {
        // The end of a session is an outcome, no failure.
        if (!hasCode(error, 'session_ended')) throw error;
      },
    );
  const state = await session.state();
  return `session ${state.status} ${state.status === 'ended' ? state.reason : ''}`;
}

async function startLogin(latchkey: Latchkey, keeper: Keeper): Promise<DeviceLogin> {
  const login = await latchkey.startDeviceLogin({ scope: 'openid offline_access' });
  await keeper.writeLogin(login);
  return login;
}

const hasCode = (error: unknown, code: string) => error instanceof LatchkeyError && error.code === code;

/** What a request asks for: its grant, or its path. */
export function nameRequest(url: string, body: unknown): string {
  const grant = body instanceof URLSearchParams ? body.get('grant_type') : null;
  return grant?.split(':').at(-1) ?? new URL(url).pathname;
}
