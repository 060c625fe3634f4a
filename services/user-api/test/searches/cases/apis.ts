import type { Api } from '../../../src/clients/api.ts';
import { startMs } from '../../setup/signer.ts';
import { insertApi } from '../../store/rows.ts';
import type { SearchCase } from '../search-case.ts';

const audienceOf = (id: string) => `https://${id}.example.test`;

export const apisCase: SearchCase<Api> = {
  path: '/admin/api/search',
  access: 'operator',
  samples: [{}, { archivedAt: new Date(startMs) }],
  item: ({ id }) => ({
    id,
    audience: audienceOf(id),
    name: 'Payments',
    client_id: null,
    scopes: [{ name: 'read', words: { en: 'See payments' } }],
    archived: false,
    created_at: '2026-12-01T10:00:00.000Z',
    updated_at: '2026-12-01T10:00:00.000Z',
  }),
  makeRow: (_of, { id, createdAt }, sample) => ({
    id,
    audience: audienceOf(id),
    name: 'Payments',
    clientId: null,
    scopes: [{ name: 'read', words: { en: 'See payments' } }],
    archivedAt: null,
    createdAt,
    updatedAt: createdAt,
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  async put({ database }, row) {
    await insertApi(database, row);
  },
  async remove({ database }, { id }) {
    await database.prisma.api.delete({ where: { id } });
  },
  sees: () => true,
  filters: {
    audience: {
      // No two rows that are kept have one: apis.test.ts proves it.
      good: [],
      bad: [],
      matches: ({ audience }, value) => audience === value,
    },
    archived: {
      good: [true, 'false'],
      bad: ['perhaps'],
      absent: false,
      matches: ({ archivedAt }, value) => (archivedAt !== null) === (String(value) === 'true'),
    },
  },
};
