import { LatchkeyError } from '@latchkey/client';
import type { Context } from '../../context.ts';
import { showTime } from '../../output.ts';

interface Ended {
  readonly status: 'reserved' | 'active' | 'consumed' | 'revoked' | 'expired';
  readonly expires_at: string;
  readonly consumed_at: string | null;
  readonly revoked_at: string | null;
}

function wordState({ status, ...at }: Ended): string {
  if (status === 'consumed') return `it was taken at ${showTime(at.consumed_at)}`;
  if (status === 'revoked') return `it was revoked at ${showTime(at.revoked_at)}`;
  if (status === 'expired') return `it expired at ${showTime(at.expires_at)}`;
  return status === 'reserved' ? 'it is reserved, and holds nothing yet' : 'it can be taken';
}

const stateCodes = ['state_conflict', 'not_active', 'expired'];

/** A refusal because of the state of a drop says which state that is, to its owner. */
export async function explainState<Data>(
  call: Awaited<ReturnType<Context['drop']>>,
  id: string,
  act: Promise<Data>,
): Promise<Data> {
  return act.catch(async (error: unknown) => {
    if (!(error instanceof LatchkeyError) || !stateCodes.includes(error.code)) throw error;
    const found = await call('/v1/drop/status', { id }).catch(() => undefined);
    if (found === undefined) throw error;
    const { code, requestId } = error;
    const message = `${error.message.replace(/\.$/, '')}: ${wordState(found)}`;
    throw new LatchkeyError(code, message, { requestId, cause: error });
  });
}

/** Who took a drop, in words. sso is asked who the person is. */
export async function wordTaker(
  { connect, latchkey }: Pick<Context, 'connect' | 'latchkey'>,
  id: string | null,
): Promise<string | null> {
  if (!id) return null;
  if (id === 'anonymous') return 'somebody without a login';
  const me = await connect()
    .then((session) => latchkey.userInfo(session))
    .catch(() => undefined);
  if (me?.sub === id) return 'you';
  const [, org, user = id] = /^(.+):(.+)$/.exec(id) ?? [];
  const kind = uuid.test(user) ? 'account' : 'app';
  return org === undefined ? `the ${kind} ${user}` : `the ${kind} ${user}, for the org ${org}`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
