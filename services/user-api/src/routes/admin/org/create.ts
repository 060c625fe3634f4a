import { ApiError } from '@latchkey/contracts';
import { defineRoute, text } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { nameField } from '../../../account/name.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { actFreshly, freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';

/** Source: contract part 2 "Settled details". */
export const adminOrgCreate = defineRoute({
  path: '/admin/org/create',
  summary: 'Makes an org',
  access: operatorAccess,
  input: {
    properties: {
      ...freshFields,
      slug: {
        type: 'string',
        // A request names an org by slug or id: a slug in the form of an id could name another org.
        pattern: '^(?![0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
        allowed:
          '1 to 63 of a-z 0-9 and -, with a letter or digit at both ends, and not in the form of an id',
        description: 'Unique name in addresses, not in the form of an id',
      },
      name: { ...nameField, examples: ['Riverside lab'] },
    },
    required: ['slug', 'name'],
  },
  output: { properties: { id: text, slug: text, name: text, status: text, created_at: text } },
  errors: [errors.orgExists, ...freshErrors],
  async handle(context: UserApiContext, { slug, name, ...shown }, caller, request) {
    const org = {
      id: context.newId(),
      slug,
      name,
      status: 'active',
      createdAt: new Date(context.now()),
    } as const;
    const change = { event: 'admin.org.create', actorId: caller.account.id, orgId: org.id } as const;
    const origin = originOf(request);
    const row = createEntry(context, change, origin);
    const fresh = { caller, shown, origin };
    if (!(await actFreshly(context, fresh, ({ orgs }) => orgs.create(org, row))))
      throw new ApiError(errors.orgExists, { field: 'slug' });
    return { id: org.id, slug, name, status: org.status, created_at: org.createdAt.toISOString() };
  },
});
