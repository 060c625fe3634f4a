import type { Account } from '../../src/accounts/account.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createClientSecretStore } from '../../src/store/clients/client-secret-store.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { createConnectionStore, insertConnection } from '../../src/store/clients/connection-store.ts';
import { createCredentialStore } from '../../src/store/clients/credential-store.ts';
import type { Database } from '../../src/store/database.ts';
import { createInvitationStore } from '../../src/store/people/invitation-store.ts';
import { createOrgStore } from '../../src/store/people/org-store.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount, insertClient, insertOrg } from './rows.ts';

const now = new Date(startMs);
const later = new Date(startMs + 1);
const storesOf = (database: Database) => ({
  accounts: createAccountStore(database),
  clients: createClientStore(database),
  clientSecrets: createClientSecretStore(database),
  connections: createConnectionStore(database),
  credentials: createCredentialStore(database),
  invitations: createInvitationStore(database),
  orgs: createOrgStore(database),
  sessions: createSessionStore(database),
});

/** What the acts are about. */
interface Scene extends ReturnType<typeof storesOf> {
  readonly account: Account;
  readonly operator: Account;
  readonly orgId: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly credentialId: string;
  /** Clients of which the first may call the second. */
  readonly ends: readonly [source: string, target: string];
  readonly invitationId: string;
  readonly row: LogEntry;
}

/** People, an org, clients and what they hold, in the database alone; no two scenes share anything. */
export async function makeScene(database: Database): Promise<Scene> {
  const newId = () => crypto.randomUUID();
  const [id, orgId, clientId] = [newId(), newId(), newId()];
  const of = storesOf(database);
  const account = makeAccount({
    id,
    email: `${id}@example.test`,
    emailVerifiedAt: null,
    totpPending: 'pending',
  });
  const operator = makeAccount({
    id: newId(),
    email: `op-${id}@example.test`,
    kind: 'root',
    totpSecret: 's',
  });
  const root = makeAccount({ id: newId(), email: `root-${id}@example.test`, kind: 'root' });
  for (const one of [account, operator, root]) await insertAccount(database, one);
  await insertOrg(database, orgId, orgId);
  const owner = { id: newId(), orgId, userId: operator.id, role: 'owner', createdAt: now } as const;
  await of.orgs.putMember(owner, makeLogEntry());
  await of.orgs.putMember({ ...owner, id: newId(), userId: root.id }, makeLogEntry());
  await insertClient(database, makeClient({ clientId }), [['first', null]]);
  const ends = [clientId, newId()] as const;
  await insertClient(database, makeClient({ clientId: ends[1] }));
  const connection = { id: newId(), source: ends[0], target: ends[1], scopes: ['openid'] };
  await database.execute(insertConnection(connection, now));
  const session = makeSession({ id: newId(), userId: id });
  const child = makeSession({ id: newId(), userId: id, rootId: session.id });
  const opening = { account, orgId: null, row: makeLogEntry() };
  expect(await of.sessions.start([session, child], opening)).toBe(true);
  const [credentialId, invitationId] = [newId(), newId()];
  const lists = {
    scopes: ['openid'],
    audiences: ['https://drop.example.test'],
    fingerprint: null,
    jkt: null,
  };
  const credential = { id: credentialId, clientId, ...lists, createdAt: now, expiresAt: later };
  await of.credentials.add(credential, makeLogEntry());
  const to = { orgId, email: account.email, role: 'admin', invitedBy: operator.id } as const;
  await of.invitations.add({ id: invitationId, ...to, createdAt: now, expiresAt: later }, makeLogEntry());
  const row = makeLogEntry({ userId: id });
  const made = { orgId, clientId, ends, sessionId: session.id, credentialId, invitationId };
  return { ...of, account, operator, ...made, row };
}

const nothing = { sessionIds: [], familyId: null };
/** Every change of the stores that has a row of the request log. */
export const acts: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a signup': ({ accounts, account, row }) =>
    accounts.create({ ...account, id: crypto.randomUUID(), email: `new-${account.email}` }, row),
  'a signup for an address that is taken': ({ accounts, account, row }) =>
    accounts.create({ ...account, id: crypto.randomUUID() }, makeLogEntry(), row),
  'a takeover': ({ accounts, account, row }) =>
    accounts.takeOver({ ...account, id: crypto.randomUUID(), passwordHash: 'own' }, row),
  'a verified address': ({ accounts, account, row }) => accounts.verifyEmail(account.id, row),
  'a new password': ({ accounts, account, row }) =>
    accounts.setPassword(account.id, { hash: 'new', validAfter: now, kept: nothing, row }),
  'a disabling': ({ accounts, account, row }) =>
    accounts.setStatus(account.id, { status: 'disabled', validAfter: now, kept: nothing, row }),
  'another kind': ({ accounts, operator, row }) =>
    accounts.setKind(operator.id, { kind: 'admin', validAfter: now, kept: nothing, row }),
  'one-time codes turned on': ({ accounts, account, row }) =>
    accounts.confirmTotp(account.id, { sealed: 'pending', step: 7, recoveryHashes: ['new'] }, row),
  'one-time codes turned off': ({ accounts, operator, row }) => accounts.removeTotp(operator.id, row),
  'new recovery codes': ({ accounts, operator, row }) =>
    accounts.replaceRecoveryCodes(operator.id, 's', ['new'], row),
  'a sign-in': ({ sessions, account, row }) =>
    sessions.start([makeSession({ id: crypto.randomUUID(), userId: account.id })], {
      account,
      orgId: null,
      row,
    }),
  'the end of a session': ({ sessions, sessionId, row }) => sessions.revoke(sessionId, row),
  'the end of all sessions': ({ sessions, account, row }) => sessions.revokeAll(account.id, row),
  'a new org': ({ orgs, row }) => {
    const id = crypto.randomUUID();
    return orgs.create({ id, slug: id, name: 'Org', status: 'active', createdAt: now }, row);
  },
  'a new member': ({ orgs, orgId, account, row }) =>
    orgs.putMember(
      { id: crypto.randomUUID(), orgId, userId: account.id, role: 'admin', createdAt: now },
      row,
    ),
  'a removed member': ({ orgs, orgId, operator, row }) =>
    orgs.removeMember({ orgId, userId: operator.id, by: null }, row),
  'another role of a member': ({ orgs, orgId, operator, row }) =>
    orgs.setRole({ orgId, userId: operator.id, by: null, role: 'admin' }, row),
  'the end of an invitation': ({ invitations, invitationId: id, orgId, row }) =>
    invitations.withdraw({ id, orgId, by: null }, row),
  'an invitation by a member': ({ invitations, orgId, operator, row }) =>
    invitations.add(
      {
        id: crypto.randomUUID(),
        orgId,
        email: 'by-member@example.test',
        role: 'member',
        invitedBy: operator.id,
        createdAt: now,
        expiresAt: later,
      },
      row,
      { by: operator.id, limit: 9 },
    ),
  'an invitation': ({ invitations, orgId, account, operator, row }) =>
    invitations.add(
      {
        id: crypto.randomUUID(),
        orgId,
        email: account.email,
        role: 'member',
        invitedBy: operator.id,
        createdAt: now,
        expiresAt: later,
      },
      row,
    ),
  'an acceptance': ({ invitations, invitationId, account, row }) =>
    invitations.accept({
      id: invitationId,
      email: account.email,
      userId: account.id,
      memberId: crypto.randomUUID(),
      row,
    }),
  'a new secret of a client': ({ clientSecrets, clientId, row }) =>
    clientSecrets.change({
      id: crypto.randomUUID(),
      clientId,
      hash: 'second',
      seenAt: null,
      at: later,
      newestExpiresAt: later,
      promisedExpiresAt: null,
      row,
    }),
  'a new client': ({ clients, account: maker, row }) =>
    clients.create(
      makeClient({ clientId: crypto.randomUUID() }),
      { id: crypto.randomUUID(), hash: 'a' },
      { maker, row },
    ),
  'a change of a client': ({ clients, clientId, row }) =>
    clients.update(
      makeClient({ clientId, name: 'New', updatedAt: later }),
      makeClient({ updatedAt: now }),
      row,
    ),
  'the end of a client': ({ clients, clientId, row }) => clients.setArchived(clientId, true, row),
  'a new connection': ({ connections, ends: [target, source], row }) =>
    connections.connect({ id: crypto.randomUUID(), source, target, scopes: [] }, row),
  'the end of a connection': ({ connections, ends, row }) => connections.disconnect(...ends, row),
  'a new credential of an app': ({ credentials, clientId, row }) =>
    credentials.add(
      {
        id: crypto.randomUUID(),
        clientId,
        scopes: [],
        audiences: [],
        fingerprint: null,
        jkt: null,
        createdAt: now,
        expiresAt: later,
      },
      row,
    ),
  'the end of a credential': ({ credentials, credentialId, clientId, row }) =>
    credentials.revoke(credentialId, clientId, row),
};

/** Acts whose precondition does not hold. */
export const misses: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a signup for an address that is taken': ({ accounts, account, row }) =>
    accounts.create({ ...account, id: crypto.randomUUID() }, row),
  'a takeover of a verified account': ({ accounts, operator, row }) =>
    accounts.takeOver({ ...operator, id: crypto.randomUUID() }, row),
  'a kind of an account that is not verified': ({ accounts, account, row }) =>
    accounts.setKind(account.id, { kind: 'root', validAfter: now, kept: nothing, row }),
  'an address that is verified': ({ accounts, operator, row }) => accounts.verifyEmail(operator.id, row),
  'a secret that does not wait': ({ accounts, account, row }) =>
    accounts.confirmTotp(account.id, { sealed: 'other', step: 7, recoveryHashes: ['new'] }, row),
  'one-time codes that are off': ({ accounts, account, row }) => accounts.removeTotp(account.id, row),
  'a session that is unknown': ({ sessions, row }) => sessions.revoke(crypto.randomUUID(), row),
  'a slug that is taken': ({ orgs, orgId, row }) =>
    orgs.create({ id: crypto.randomUUID(), slug: orgId, name: 'Org', status: 'active', createdAt: now }, row),
  'a role of somebody who is no member': ({ orgs, orgId, account, row }) =>
    orgs.setRole({ orgId, userId: account.id, by: null, role: 'admin' }, row),
  'the removal of somebody who is no member': ({ orgs, orgId, account, row }) =>
    orgs.removeMember({ orgId, userId: account.id, by: null }, row),
  'the end of an invitation to another org': ({ invitations, invitationId: id, row }) =>
    invitations.withdraw({ id, orgId: crypto.randomUUID(), by: null }, row),
  'an invitation of another': ({ invitations, invitationId, operator, row }) =>
    invitations.accept({
      id: invitationId,
      email: operator.email,
      userId: operator.id,
      memberId: crypto.randomUUID(),
      row,
    }),
  'a secret that was changed': ({ clientSecrets, clientId, row }) =>
    clientSecrets.change({
      id: crypto.randomUUID(),
      clientId,
      hash: 'second',
      seenAt: later,
      at: later,
      newestExpiresAt: later,
      promisedExpiresAt: null,
      row,
    }),
  'a client of an account that was taken over': ({ clients, account, row }) =>
    clients.create(makeClient({ clientId: crypto.randomUUID() }), undefined, {
      maker: { ...account, tokensValidAfter: later },
      row,
    }),
  'a client that was changed': ({ clients, clientId, row }) =>
    clients.update(makeClient({ clientId, name: 'New' }), makeClient({ updatedAt: later }), row),
  'a client that is not archived': ({ clients, clientId, row }) => clients.setArchived(clientId, false, row),
  'the end of a credential of another client': ({ credentials, credentialId, row }) =>
    credentials.revoke(credentialId, 'other', row),
};
