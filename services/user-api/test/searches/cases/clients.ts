import type { Client } from '../../../src/clients/client.ts';
import { makeClient } from '../../setup/accounts.ts';
import { startMs } from '../../setup/signer.ts';
import { insertClient } from '../../store/rows.ts';
import { acmeId, bob, secret } from '../people.ts';
import { hasPart, type SearchCase } from '../search-case.ts';

const hash = (clientId: string) => `${secret}-${clientId}`;

export const clientsCase: SearchCase<Client> = {
  path: '/oauth/clients/search',
  access: 'person',
  samples: [
    {},
    { status: 'inactive', grantTypes: ['client_credentials', 'relay'] },
    { name: '100%_Sure\\' },
    { archivedAt: new Date(startMs), name: 'Archived' },
  ],
  item: ({ clientId, ownerId }) => ({
    client_id: clientId,
    name: 'Client A',
    type: 'public',
    status: 'active',
    archived: false,
    verified: false,
    owner: { kind: 'user', id: ownerId },
    grant_types: ['device_code'],
    scopes: ['openid'],
    token_endpoint_auth_method: 'none',
    device_policy: 'any',
    refresh_binding: 'required',
    created_at: '2026-12-01T10:00:00.000Z',
    updated_at: '2026-12-01T10:00:00.000Z',
    secret_rotated_at: null,
  }),
  makeRow: ({ account, orgId }, { id, createdAt }, sample) =>
    makeClient({
      clientId: id,
      createdAt,
      ownerKind: orgId === null ? 'user' : 'org',
      ownerId: orgId ?? account.id,
      ...sample,
    }),
  idOfRow: ({ clientId }) => clientId,
  idOfItem: (item) => item['client_id'],
  async put({ database }, row) {
    await insertClient(database, row, [[hash(row.clientId), null]]);
  },
  async remove({ database }, { clientId }) {
    await database.prisma.clientSecret.deleteMany({ where: { clientId } });
    await database.prisma.oAuthClient.delete({ where: { clientId } });
  },
  sees: ({ owners }, { ownerId }) => owners === 'all' || owners.includes(ownerId),
  filters: {
    status: {
      good: ['active', 'inactive'],
      bad: ['odd', 'Active'],
      matches: ({ status }, value) => status === value,
    },
    name: { good: ['100%_Sure\\', 'Client A'], bad: [], matches: ({ name }, value) => name === value },
    search: {
      good: ['%_sur', 'CLIENT', '_Sure\\', '100%_', '37-0000-4000'],
      bad: ['ab', '@@@', 'a b c', '\\\\\\'],
      matches: ({ name, clientId }, value) => hasPart(name, value) || hasPart(clientId, value),
    },
    owner: {
      good: ['acme', acmeId.toUpperCase(), bob.id],
      bad: [],
      isForOperators: true,
      matches: ({ ownerId }, value) => ownerId === (value === 'acme' ? acmeId : String(value).toLowerCase()),
    },
    archived: {
      good: [true, 'false'],
      bad: ['perhaps'],
      absent: false,
      matches: ({ archivedAt }, value) => (archivedAt !== null) === (String(value) === 'true'),
    },
    grant_type: {
      good: ['client_credentials'],
      bad: [],
      matches: ({ grantTypes }, value) => grantTypes.includes(String(value)),
    },
  },
};
