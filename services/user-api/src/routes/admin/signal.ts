import { defineRoute, groupFields, text, texts, time, timeOrNull } from '@latchkey/http-server';
import { operatorAccess } from '../../access/operator-access.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import {
  createSubscription,
  removeSubscription,
  rotateSecret,
  turnOn,
  updateSubscription,
} from '../../people/signals/manage-signals.ts';
import { subscriptionStatuses, type Subscription } from '../../people/signals/subscription.ts';
import { originOf } from '../../request-log/request-log.ts';
import { freshErrors, freshFields } from '../../signing-in/act-freshly.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas } from '../filter-schemas.ts';
import { logEvent } from '../log-answer.ts';
import { textOrNull } from '../references.ts';
import { searchSpecs } from '../search-specs.ts';

const signalId = { type: 'string', examples: ['0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21'] } as const;
const fields = groupFields('SignalFields', {
  url: {
    type: 'string',
    minLength: 1,
    maxLength: 1024,
    pattern: '^[!-~]+$',
    allowed: 'an address of printable ASCII characters',
    description: 'Where signals are sent: https, port 443 or 1024 and above, at an address that is public',
    examples: ['https://hooks.example.com/latchkey'],
  },
  types: {
    type: 'array',
    minItems: 1,
    maxItems: logEvent.enum.length,
    items: logEvent,
    description:
      'The types that are sent. Each is {type, timestamp, data}, where data has outcome, code, method, user_id, actor_id, org_id, client_id and network, as far as there are any; of latchkey.ping, which every subscription gets, subscription_id.',
    examples: [['device.approved', 'account.locked']],
  },
});

const subscription = {
  id: text,
  url: { ...text, examples: ['https://hooks.example.com/latchkey'] },
  types: { ...texts, examples: [['device.approved', 'account.locked']] },
  status: {
    type: 'string',
    enum: subscriptionStatuses,
    description: 'pending until latchkey.ping was answered 2xx; off after 410 or three days of failures',
  },
  problem: {
    ...textOrNull,
    description:
      'Why the last attempt failed: refused, timeout, tls, not_allowed, not_signed or its status; null after one that did not',
    examples: ['503'],
  },
  old_secret_expires_at: {
    ...timeOrNull,
    description: 'Until when the secret before the last one signs as well',
  },
  created_by: text,
  created_at: time,
  updated_at: time,
} as const;
const typeList = { type: 'array', items: logEvent } as const;
const schema = {
  title: 'Signal',
  type: 'object',
  additionalProperties: false,
  properties: { ...subscription, types: { ...typeList, examples: [['device.approved', 'account.locked']] } },
} as const;
const withSecret = {
  properties: {
    ...subscription,
    secret: {
      ...text,
      description: 'What signs the signals; shown once',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    },
  },
};

function answer(one: Subscription) {
  return {
    id: one.id,
    url: one.url,
    types: [...one.types],
    status: one.status,
    problem: one.problem,
    old_secret_expires_at: one.oldSecretUntil?.toISOString() ?? null,
    created_by: one.createdBy,
    created_at: one.createdAt.toISOString(),
    updated_at: one.updatedAt.toISOString(),
  };
}

/** Source, also of the next ones: contract part 2 "Signals". */
export const adminSignalCreate = defineRoute({
  path: '/admin/signal/create',
  summary: 'Subscribes an address to signals; it gets latchkey.ping',
  access: operatorAccess,
  input: { properties: { ...freshFields, ...fields }, required: ['url', 'types'] },
  output: withSecret,
  errors: [errors.receiverInvalid, errors.signalsFull, ...freshErrors],
  async handle(context: UserApiContext, { url, types, ...shown }, caller, request) {
    const fresh = { caller, shown, origin: originOf(request) };
    const made = await createSubscription(context, { url, types }, fresh);
    return { ...answer(made.subscription), secret: made.secret };
  },
});

export const adminSignalUpdate = defineRoute({
  path: '/admin/signal/update',
  summary: 'Changes the address or the types of a subscription; another address gets latchkey.ping first',
  access: operatorAccess,
  input: { properties: { ...freshFields, signal_id: signalId, ...fields }, required: ['signal_id'] },
  output: schema,
  errors: [errors.notFound, errors.receiverInvalid, errors.stateConflict, ...freshErrors],
  async handle(context: UserApiContext, { signal_id: id, url, types, ...shown }, caller, request) {
    const wanted = { ...(url !== undefined && { url }), ...(types && { types }) };
    return answer(
      await updateSubscription(context, id, wanted, { caller, shown, origin: originOf(request) }),
    );
  },
});

export const adminSignalRotateSecret = defineRoute({
  path: '/admin/signal/rotate_secret',
  summary: 'Makes a new secret; for a day the old one signs as well',
  access: operatorAccess,
  input: { properties: { ...freshFields, signal_id: signalId }, required: ['signal_id'] },
  output: withSecret,
  errors: [errors.notFound, errors.stateConflict, ...freshErrors],
  async handle(context: UserApiContext, { signal_id: id, ...shown }, caller, request) {
    const made = await rotateSecret(context, id, { caller, shown, origin: originOf(request) });
    return { ...answer(made.subscription), secret: made.secret };
  },
});

export const adminSignalTurnOn = defineRoute({
  path: '/admin/signal/turn_on',
  summary: 'Sends latchkey.ping; a subscription that was off is on once that was answered',
  access: operatorAccess,
  input: { properties: { ...freshFields, signal_id: signalId }, required: ['signal_id'] },
  output: schema,
  errors: [errors.notFound, errors.stateConflict, ...freshErrors],
  async handle(context: UserApiContext, { signal_id: id, ...shown }, caller, request) {
    return answer(await turnOn(context, id, { caller, shown, origin: originOf(request) }));
  },
});

export const adminSignalDelete = defineRoute({
  path: '/admin/signal/delete',
  summary: 'Deletes a subscription; what waits for it is dropped',
  access: operatorAccess,
  input: { properties: { signal_id: signalId }, required: ['signal_id'] },
  output: { properties: { deleted: { type: 'boolean', enum: [true] } } },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { signal_id: id }, caller, request) {
    await removeSubscription(context, id, { caller, origin: originOf(request) });
    const deleted = true as const;
    return { deleted };
  },
});

export const adminSignalSearch = defineSearch({
  path: '/admin/signal/search',
  summary: 'Lists the subscriptions to signals, newest first',
  access: operatorAccess,
  spec: searchSpecs.signals,
  fields: { status: filterSchemas.oneOf(...subscriptionStatuses), signal_id: filterSchemas.uuid },
  item: schema,
  toItem: answer,
  errors: [],
  readFilters: ({ status, signal_id: id }) => ({ status, id }),
  scopeOf: () => null,
  bindScope: () => ({}),
  find: ({ subscriptions }, { filters, plan }) => subscriptions.search(filters, plan),
});
