import { isUuid, userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import { maskAddress } from '../../../../clients/registered-by.ts';
import type { UserApiContext } from '../../../../context.ts';

/** Whom drop says that a secret is for. Source: contract part 2 "For drop". */
export const findAsker = defineRoute({
  ...userApiCalls.findAsker,
  summary: 'Answers what strangers are shown of who asks them for a secret',
  access: callers('drop'),
  errors: [],
  handle: async (context: UserApiContext, asker) => ({ name: (await findName(context, asker)) ?? null }),
});

async function findName(
  { accounts, clients, orgs, now }: UserApiContext,
  { kind, id }: { kind: 'user' | 'org' | 'app'; id: string },
): Promise<string | undefined> {
  if (kind === 'app') {
    const [client] = await clients.findForSso([id], new Date(now()));
    return client?.status === 'active' && client.archivedAt === null ? client.name : undefined;
  }
  if (!isUuid(id)) return undefined;
  if (kind === 'org') {
    const org = await orgs.find(id);
    return org?.status === 'active' ? org.name : undefined;
  }
  const [account] = await accounts.findStandings([id]);
  return account?.status === 'active' && account.emailVerifiedAt !== null
    ? maskAddress(account.email)
    : undefined;
}
