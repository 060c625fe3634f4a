import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { logOperator } from '../../../access/log-operator.ts';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { orgAnswer, orgField, orgProperties } from '../../org/people-answer.ts';

const count = { type: 'integer' } as const;

/** Source: contract part 2 "People of an org". */
export const adminOrgView = defineRoute({
  path: '/admin/org/view',
  summary: 'Shows an org, and how many people are in it or invited',
  access: operatorAccess,
  input: { properties: { org: orgField }, required: ['org'] },
  output: {
    properties: {
      ...orgProperties,
      members: { ...count, description: 'Owners among them' },
      owners: count,
      invitations: { ...count, description: 'Open ones' },
    },
  },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { org: name }, { account }, request) {
    const org = await context.orgs.find(name);
    if (org === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    const counts = await context.orgs.countPeople(org.id, new Date(context.now()));
    const read = { event: 'admin.read', route: request.path, details: { rows: 1 } } as const;
    await logOperator(context, account, read, originOf(request));
    return { ...orgAnswer(org), ...counts };
  },
});
