import { isUuid } from '@latchkey/contracts';
import { defineRoute, texts } from '@latchkey/http-server';
import type { UserApiContext } from '../../../context.ts';
import { setStatus, statusFields, statusRoute } from './set-status.ts';

/** The first page of an account's own clients. */
const plan = { kind: 'offset', limit: 100, offset: 0, binding: '' } as const;

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserDisable = defineRoute({
  ...statusRoute,
  path: '/admin/user/disable',
  summary: 'Disables an account; its sign-ins end, its tokens are void, its own clients are inactive',
  output: {
    properties: {
      ...statusFields,
      client_ids: { ...texts, description: 'Its own clients that are not archived, the newest 100' },
      client_count: { type: 'integer', description: 'How many there are' },
    },
  },
  async handle(context: UserApiContext, { user_id: userId }, caller, request) {
    // First: when this fails, nothing has changed.
    const own = { all: false, ownerIds: isUuid(userId) ? [userId] : [] } as const;
    const { items, totalCount } = await context.clients.search(own, { archived: false }, plan);
    const { ended } = await setStatus(context, caller, { userId, move: 'disable' }, request);
    const clientIds = items.map(({ clientId }) => clientId);
    return { status: 'disabled', ended, client_ids: clientIds, client_count: totalCount };
  },
});
