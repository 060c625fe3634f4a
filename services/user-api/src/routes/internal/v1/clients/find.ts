import { ApiError, userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { describeClient } from './find-many.ts';

/** What sso needs to know to authenticate a client and to decide what it may have. */
export const findClient = defineRoute({
  ...userApiCalls.findClient,
  summary: 'Answers a client and the hashes of its active secrets',
  access: callers('sso'),
  errors: [errors.notFound],
  async handle(context: UserApiContext, { client_id: clientId }) {
    const [found] = await context.clients.findForSso([clientId], new Date(context.now()));
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'client_id' });
    return describeClient(found);
  },
});
