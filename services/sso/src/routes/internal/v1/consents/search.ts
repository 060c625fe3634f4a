import { defineRoute, serviceAccess } from '@latchkey/http-server';
import type { Consent } from '../../../../consent/consents.ts';
import type { SsoContext } from '../../../../context.ts';
import { answerSlice, planSchema, readPlan, sliceFields, toInstant } from '../page-plan.ts';

const text = { type: 'string' } as const;
const states = ['active', 'revoked'] as const;
const consent = {
  type: 'object',
  properties: {
    client: { type: 'object', properties: { id: text, name: text }, required: ['id', 'name'] },
    scopes: { type: 'array', items: text },
    status: { type: 'string', enum: states },
    created_at: text,
    last_used_at: { type: ['string', 'null'] },
    session_count: { type: 'integer' },
  },
  required: ['client', 'scopes', 'status', 'created_at', 'last_used_at', 'session_count'],
} as const;

/** What user-api's search of a person's authorized clients reads. Source: contract part 2 "Guarded routes". */
export const consentsSearch = defineRoute({
  path: '/internal/v1/consents/search',
  summary: 'Lists what a person has granted to clients, newest first',
  access: serviceAccess,
  input: {
    properties: {
      user_id: text,
      plan: planSchema,
      client_id: text,
      scope: text,
      status: { type: 'string', enum: states },
      search: { ...text, description: 'Literal part of the name or id of the client' },
    },
    required: ['user_id', 'plan'],
  },
  output: {
    properties: { items: { type: 'array', items: consent }, ...sliceFields },
    required: ['items', 'total_count', 'offset', 'last_key'],
  },
  errors: [],
  async handle({ consents, now }: SsoContext, input) {
    const { user_id: userId, plan, client_id: clientId, scope, status, search } = input;
    const filters = {
      ...(clientId === undefined ? {} : { clientId }),
      ...(scope === undefined ? {} : { scope }),
      ...(status === undefined ? {} : { state: status }),
      ...(search === undefined ? {} : { search }),
    };
    return answerSlice(await consents.search(userId, filters, readPlan(plan), now()), describeConsent);
  },
});

function describeConsent(found: Consent) {
  return {
    client: { id: found.clientId, name: found.clientName },
    scopes: [...found.scopes],
    status: found.state,
    created_at: toInstant(found.createdAtMs),
    last_used_at: toInstant(found.lastUsedAtMs),
    session_count: found.sessionCount,
  };
}
