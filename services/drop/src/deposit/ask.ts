import { ApiError, longestAsks } from '@latchkey/contracts';
import { cleanText } from '@latchkey/pages';
import type { Principal } from '@latchkey/tokens';
import { longestAskerName, type Asker } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import type { UserApi } from '../sibling/user-api.ts';

interface AskPorts {
  readonly userApi: UserApi | undefined;
}

/**
 * For what a secret is asked, without what could deceive its reader; undefined where nobody is asked. Throws Invalid for
 * a text that is too long, or that nobody could see.
 */
export function readAsks(given: {
  fillable?: boolean;
  asks?: string;
}): { readonly text: string | null } | undefined {
  const { fillable = false, asks } = given;
  if (!fillable && asks !== undefined) throw refuse('asks', 'only what is fillable asks for something');
  if (!fillable) return undefined;
  if (asks === undefined) return { text: null };
  const text = cleanText(asks, asks.length);
  if (text === '') throw refuse('asks', 'nothing of it can be seen');
  if (Array.from(text).length > longestAsks) throw refuse('asks', `longer than ${longestAsks} characters`);
  return { text };
}

/**
 * What strangers are shown of a principal, as it is now. Throws Invalid where nobody can be sure who it is, and
 * upstream_unavailable while user-api is down.
 */
export async function findAsker(
  { userApi }: AskPorts,
  { tokenUse, id, org = '' }: Pick<Principal, 'tokenUse' | 'id' | 'org'>,
  traceparent: string,
): Promise<Asker> {
  const kind = ({ user: 'user', member: 'org', app: 'app' } as const)[tokenUse];
  const found = await userApi?.findAsker({ kind, id: kind === 'org' ? org : id }, traceparent);
  const name = cleanText(found ?? '', longestAskerName);
  if (name === '')
    throw refuseAsk('who asks cannot be named: an address that is not verified, or no user-api');
  return { kind, name };
}

export function refuseAsk(detail: string): ApiError {
  return refuse('fillable', detail);
}

function refuse(field: string, detail: string): ApiError {
  return new ApiError(errors.valueInvalid, { field, detail });
}
