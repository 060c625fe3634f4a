import type { Subscription } from '../../../src/people/signals/subscription.ts';
import { insertSubscription, makeSubscription } from '../../setup/make-subscription.ts';
import type { SearchCase } from '../search-case.ts';

export const signalsCase: SearchCase<Subscription> = {
  path: '/admin/signal/search',
  access: 'operator',
  samples: [{}, { status: 'off', problem: '503' }, { status: 'pending' }],
  item: ({ id, url, createdBy, createdAt }) => ({
    id,
    url,
    types: ['user.login'],
    status: 'on',
    problem: null,
    old_secret_expires_at: null,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    updated_at: createdAt.toISOString(),
  }),
  makeRow: (_of, { id, createdAt }, sample) =>
    makeSubscription({ id, createdAt, updatedAt: createdAt, ...sample }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  async put({ database }, row) {
    await insertSubscription(database, row);
  },
  async remove({ database }, { id }) {
    await database.prisma.subscription.delete({ where: { id } });
  },
  sees: () => true,
  filters: {
    status: {
      good: ['on', 'off', 'pending'],
      bad: ['On', 'dead'],
      matches: ({ status }, value) => status === value,
    },
    signal_id: {
      // The first row that the suite makes.
      good: ['00000037-0000-4000-8000-000000000001'],
      bad: ['first'],
      matches: ({ id }, value) => id === value,
    },
  },
};
