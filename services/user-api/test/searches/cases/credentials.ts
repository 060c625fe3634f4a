import type { Credential } from '../../../src/clients/credential.ts';
import { makeClient } from '../../setup/accounts.ts';
import { makeLogEntry } from '../../setup/make-log-entry.ts';
import { startMs } from '../../setup/signer.ts';
import { insertClient } from '../../store/rows.ts';
import { bob, people, secret } from '../people.ts';
import { periodFilters, type SearchCase } from '../search-case.ts';

interface Row extends Credential {
  readonly ownerId: string;
  readonly revokedAt: Date | null;
}

const clientIdOf = (ownerId: string) => `client-of-${ownerId}`;
const start = new Date(startMs);

function statusOf({ revokedAt, expiresAt }: Row): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt > start ? 'active' : 'expired';
}

export const credentialsCase: SearchCase<Row> = {
  path: '/oauth/client_credentials/search/app',
  access: 'person',
  samples: [
    { fingerprint: secret },
    { scopes: [], expiresAt: start },
    { scopes: ['profile:read', 'email'] },
    { revokedAt: start },
    { revokedAt: start, expiresAt: start },
  ],
  item: ({ id, clientId }) => ({
    id,
    client_id: clientId,
    scope: 'email profile',
    aud: ['https://drop.example.test'],
    status: 'active',
    created_at: '2026-12-01T10:00:00.000Z',
    expires_at: '2026-12-01T10:15:00.000Z',
    last_used_at: null,
    bound: true,
  }),
  async prepare({ database }) {
    const owners = people.flatMap(([{ id }, memberships]) => [id, ...memberships.map(({ orgId }) => orgId)]);
    for (const ownerId of new Set(owners)) {
      const client = makeClient({ clientId: clientIdOf(ownerId), ownerId });
      await insertClient(database, client);
    }
  },
  makeRow({ account, orgId }, { id, createdAt }, sample) {
    const ownerId = orgId ?? account.id;
    return {
      id,
      ownerId,
      clientId: clientIdOf(ownerId),
      scopes: ['email', 'profile'],
      audiences: ['https://drop.example.test'],
      fingerprint: null,
      jkt: null,
      createdAt,
      expiresAt: new Date(startMs + 900_000),
      revokedAt: null,
      ...sample,
    };
  },
  idOfRow: ({ id }) => id,
  idOfItem: (item) => item['id'],
  async put({ service: { context } }, { ownerId: _ownerId, revokedAt, ...credential }) {
    const { id, clientId } = credential;
    await context.credentials.add(credential, makeLogEntry());
    if (revokedAt !== null)
      await context.credentials.revoke(id, clientId, makeLogEntry({ createdAt: revokedAt }));
  },
  async remove({ database }, { id }) {
    await database.prisma.credential.delete({ where: { id } });
  },
  sees: ({ owners }, { ownerId }) => owners === 'all' || owners.includes(ownerId),
  filters: {
    ...periodFilters,
    client_id: {
      good: [clientIdOf(bob.id)],
      bad: [],
      matches: ({ clientId }, value) => clientId === value,
    },
    status: {
      good: ['active', 'expired', 'revoked'],
      bad: ['removed'],
      matches: (row, value) => statusOf(row) === value,
    },
    scope: {
      good: ['email', 'profile:read'],
      bad: ['email profile', ' email', '"', 'é'],
      matches: ({ scopes }, value) => scopes.includes(String(value)),
    },
  },
};
