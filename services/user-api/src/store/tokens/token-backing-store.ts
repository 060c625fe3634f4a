import { isUuid } from '@latchkey/contracts';
import { defineBatch, type ItemColumns } from '@latchkey/database';
import { ssoClientId } from '@latchkey/tokens';
import type {
  BackedToken,
  BackingSession,
  TokenBacking,
  TokenBackingStore,
} from '../../tokens/token-backing.ts';
import { accountColumns, toAccount, type AccountRow } from '../accounts/account-store.ts';
import { isClosed } from '../clients/client-store.ts';
import { Prisma, type Database } from '../database.ts';
import { isUnderWay } from '../sessions/session-list.ts';
import { hasLiveRoot } from '../sessions/session-store.ts';

/** A token at a time. An id of another form names nothing here. */
interface Asked extends BackedToken {
  readonly now: Date;
}

const toId = (id: string) => (isUuid(id) ? id : null);

const columns: ItemColumns<Asked> = {
  sid: ['uuid', ({ sid }) => toId(sid)],
  sub: ['uuid', ({ sub }) => toId(sub)],
  client: ['text', ({ client_id }) => client_id],
  now: ['timestamptz', ({ now }) => now],
};

/** What the joins found; all of one part is null where there is none. */
type Row = AccountRow &
  TokenBacking['client'] & {
    readonly memberships: TokenBacking['memberships'] | null;
    readonly sessionId: string | null;
    readonly sessionKind: BackingSession['kind'];
    readonly rootId: string | null;
    readonly sessionUserId: string;
    readonly sessionCreatedAt: Date;
    readonly lastSeenAt: Date;
    readonly expiresAt: Date;
    readonly sessionTokensValidAfter: Date | null;
    readonly isLive: boolean;
    readonly isPageRoot: boolean;
  };

/** As of isPageRoot. */
const isPageRootRow = Prisma.raw(
  `t.kind = 'root' and t.client_id = '${ssoClientId}' and t.org_id is null and t.jkt is null and t.fingerprint is null`,
);

/** One row for each token: no join finds more than one. */
const { text: sql } = Prisma.sql`
  select a.place, ${accountColumns}, s."sessionId", s."sessionKind", s."rootId",
    s."sessionUserId", s."sessionCreatedAt", s."lastSeenAt", s."expiresAt", s."sessionTokensValidAfter", s."isLive",
    s."isPageRoot",
    coalesce(${isClosed}, false) as "isClosed", coalesce(c.grant_types @> '{relay}', false) as "hasRelayGrant",
    (select json_agg(json_build_object('orgId', o.id, 'orgSlug', o.slug, 'role', m.role) order by m.created_at, m.id)
      from members m join orgs o on o.id = m.org_id
      where m.user_id = a.sub and m.status = 'active' and o.status = 'active') as memberships
  from item a
  left join lateral (
    select t.id as "sessionId", t.kind as "sessionKind", t.root_id as "rootId", t.user_id as "sessionUserId",
      t.client_id as "sessionClientId", t.created_at as "sessionCreatedAt", t.last_seen_at as "lastSeenAt",
      t.expires_at as "expiresAt", t.tokens_valid_after as "sessionTokensValidAfter",
      t.revoked_at is null and ${isUnderWay(Prisma.sql`a.now`)} and ${hasLiveRoot} as "isLive",
      ${isPageRootRow} as "isPageRoot"
    from sessions t where t.id = a.sid
  ) s on true
  left join users t on t.id = a.sub
  left join oauth_clients c on c.id = coalesce(s."sessionClientId", a.client)`;

export function createTokenBackingStore({ pool }: Pick<Database, 'pool'>): TokenBackingStore {
  const find = defineBatch<Asked, Row>(pool, { columns, sql });
  return {
    async find(token, now) {
      const row = await find({ ...token, now });
      if (row === undefined) throw new Error('a token without a row');
      return toBacking(row);
    },
  };
}

function toBacking({ memberships, isClosed: closed, hasRelayGrant, ...row }: Row): TokenBacking {
  const { sessionId, sessionKind, rootId, sessionUserId, sessionCreatedAt, ...others } = row;
  const { lastSeenAt, expiresAt, sessionTokensValidAfter, isLive, isPageRoot, ...account } = others;
  return {
    session:
      sessionId === null
        ? undefined
        : {
            id: sessionId,
            kind: sessionKind,
            rootId,
            userId: sessionUserId,
            createdAt: sessionCreatedAt,
            lastSeenAt,
            expiresAt,
            tokensValidAfter: sessionTokensValidAfter,
            isLive: isLive && !closed,
            isPageRoot,
          },
    account: account.id === null ? undefined : toAccount(account),
    memberships: memberships ?? [],
    client: { isClosed: closed, hasRelayGrant },
  };
}
