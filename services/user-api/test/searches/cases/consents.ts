import type { FakeConsent } from '../../setup/fake-approvals.ts';
import { hasPart, type SearchCase } from '../search-case.ts';

const time = '2026-12-01T09:00:00.000Z';

export const consentsCase: SearchCase<FakeConsent & { readonly createdAt: Date }> = {
  path: '/oauth/clients/authorized/search',
  access: 'account',
  isKeptBySso: true,
  samples: [{}, { status: 'revoked', session_count: 0 }, { scopes: ['openid', 'email'], last_used_at: null }],
  item: ({ id, created_at }) => ({
    client: { id, name: '100%_Sure' },
    scopes: ['openid'],
    status: 'active',
    created_at,
    last_used_at: time,
    session_count: 1,
  }),
  // A person has one consent for a client, so that each row is of a client of its own.
  makeRow: ({ account }, { id, createdAt }, sample) => ({
    id,
    createdAt,
    userId: account.id,
    client: { id, name: id.endsWith('3') ? 'Three' : '100%_Sure' },
    scopes: ['openid'],
    status: 'active',
    created_at: createdAt.toISOString(),
    last_used_at: time,
    session_count: 1,
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ client }) => (client as FakeConsent['client']).id,
  async put({ service }, row) {
    service.siblings.consents.push(row);
  },
  async remove({ service: { siblings } }, { id }) {
    siblings.consents.splice(
      siblings.consents.findIndex((one) => one.id === id),
      1,
    );
  },
  sees: ({ account }, { userId }) => userId === account.id,
  filters: {
    client_id: {
      good: ['00000037-0000-4000-8000-000000000001'],
      bad: [],
      matches: ({ client }, value) => client.id === value,
    },
    scope: { good: ['email'], bad: [], matches: ({ scopes }, value) => scopes.includes(String(value)) },
    status: {
      good: ['active', 'revoked'],
      bad: ['expired'],
      matches: ({ status }, value) => status === value,
    },
    search: {
      good: ['%_sur', 'three', '37-0000-4000'],
      bad: ['ab', '@@@', 'a b c', '\\\\\\'],
      matches: ({ client }, value) => hasPart(client.name, value) || hasPart(client.id, value),
    },
  },
};
