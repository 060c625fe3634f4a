import type { Membership } from '../../src/accounts/account.ts';
import { makeAccount } from '../setup/accounts.ts';
import type { TestService } from '../setup/create-test-service.ts';

const memberOf = (orgId: string, orgSlug: string, role: Membership['role']): Membership => ({
  orgId,
  orgSlug,
  role,
});
export const acmeId = 'a0000000-0000-4000-8000-00000000000a';
export const globexId = 'a0000000-0000-4000-8000-00000000000b';

/** In every column that no item shows; no answer may have it in it. */
export const secret = 'never-shown';

const secrets = { passwordHash: secret, totpSecret: `k.${secret}`, totpPending: `k.${secret}` };
export const ada = makeAccount({ ...secrets, id: '10000000-0000-4000-8000-000000000001' });
export const bob = makeAccount({
  ...secrets,
  id: '10000000-0000-4000-8000-000000000002',
  email: 'bob@example.test',
});
const carol = makeAccount({
  ...secrets,
  id: '10000000-0000-4000-8000-000000000003',
  email: 'carol@example.test',
  kind: 'admin',
});

/** Everybody who is there before a search puts its rows. */
export const people: readonly (readonly [typeof ada, readonly Membership[]])[] = [
  [ada, [memberOf(acmeId, 'acme', 'member')]],
  [bob, [memberOf(acmeId, 'acme', 'owner'), memberOf(globexId, 'globex', 'admin')]],
  [carol, [memberOf(acmeId, 'acme', 'owner')]],
];

/** The slug of each org and the email of each person, by id. */
export const slugs = new Map(people.flatMap(([, own]) => own.map(({ orgId, orgSlug }) => [orgId, orgSlug])));
export const emails = new Map(people.map(([{ id, email }]) => [id, email]));

/** Who sends a request, by what kind of token. */
export interface SearchCaller {
  readonly name: string;
  readonly account: typeof ada;
  /** The org of a member token. */
  readonly orgId: string | null;
  readonly scope: string;
  /** Whose clients this caller may see, as the contract says it: written down here, not worked out. */
  readonly owners: readonly string[] | 'all';
}

const rights = 'account clients orgs';
const user = { orgId: null, scope: rights };
export const callers = {
  ada: { ...user, name: 'Ada', account: ada, owners: [ada.id] },
  bob: { ...user, name: 'Bob', account: bob, owners: [bob.id, acmeId, globexId] },
  adaAtAcme: { ...user, name: 'Ada, member of acme', account: ada, orgId: acmeId, owners: [] },
  bobAtAcme: { ...user, name: 'Bob, owner of acme', account: bob, orgId: acmeId, owners: [acmeId] },
  bobAtGlobex: { ...user, name: 'Bob, admin of globex', account: bob, orgId: globexId, owners: [globexId] },
  operator: { ...user, name: 'Carol', account: carol, scope: `${rights} admin`, owners: 'all' },
  weakOperator: { ...user, name: 'Carol without admin', account: carol, owners: [carol.id, acmeId] },
  operatorAtAcme: {
    name: 'Carol, owner of acme',
    account: carol,
    orgId: acmeId,
    scope: `${rights} admin`,
    owners: [acmeId],
  },
} as const satisfies Record<string, SearchCaller>;

export const allCallers: readonly SearchCaller[] = Object.values(callers);

/** person: a member token is let in, and limited to its org. account: it is 403. operator: all others are 403. */
export type SearchAccess = 'person' | 'account' | 'operator';

/** Those whom a search lets in. */
export function callersOf({ access }: { readonly access: SearchAccess }): readonly SearchCaller[] {
  if (access === 'operator') return [callers.operator];
  return allCallers.filter(({ orgId }) => access === 'person' || orgId === null);
}

/** A token of a refresh family, so that it adds no row to the lists of sessions. */
export function openToken(
  { service }: { readonly service: TestService },
  { account, orgId, scope }: SearchCaller,
): string {
  const member = orgId === null ? {} : { token_use: 'member' as const, org: orgId, role: 'member' as const };
  const sid = `family-${account.id}`;
  const pk = scope.includes('admin') && orgId === null ? account.kind : 'user';
  return service.siblings.signFamily({ sub: account.id, sid, pk, scope, ...member });
}
