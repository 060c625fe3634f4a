import { LatchkeyError } from '@latchkey/client';
import type { Context } from '../../context.ts';
import { showTime } from '../../output.ts';

interface Ended {
  readonly status: 'reserved' | 'active' | 'consumed' | 'revoked' | 'expired';
  readonly expires_at: string;
  readonly consumed_at: string | null;
  readonly revoked_at: string | null;
}

/** The state of a drop in a clause. */
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

/** Who took a drop, in words; user-api is asked who `id` is to the person only where it may be an account. */
export async function wordTaker({ userApi }: Context, id: string | null): Promise<string | null> {
  if (!id) return null;
  if (id === 'anonymous') return 'somebody without a login';
  const [, org, user = id] = /^(.+):(.+)$/.exec(id) ?? [];
  const me = await userApi()
    .then((call) => call('/session/me'))
    .catch(() => undefined);
  const own = me && (me.member === null ? me.user.id : `${me.member.org_id}:${me.user.id}`);
  if (own === id) return 'you';
  const kind = uuid.test(user) ? 'account' : 'app';
  return org === undefined ? `the ${kind} ${user}` : `the ${kind} ${user}, for the org ${org}`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
