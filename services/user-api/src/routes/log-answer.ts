import { text, time, type InferFields } from '@latchkey/http-server';
import { shownEmail } from '../accounts/account.ts';
import { logEvents } from '../request-log/log-events.ts';
import { logKinds } from '../request-log/log-kinds.ts';
import { logMethods, logOutcomes, type ListedEntry, type LogFilters } from '../request-log/request-log.ts';
import { filterSchemas, periodFields, readAddress, readPeriod } from './filter-schemas.ts';
import { clientReference, orgReference, textOrNull, userReference } from './references.ts';

const { oneOf } = filterSchemas;
const operator = { type: 'string', enum: ['operator'] } as const;
export const logEvent = { title: 'LogEvent', type: 'string', enum: logEvents } as const;

export const logFilterFields = {
  kind: { ...oneOf(...logKinds), description: 'What the events are about' },
  event: { ...oneOf(...logEvents), title: 'LogEvent' },
  outcome: oneOf(...logOutcomes),
  method: oneOf(...logMethods),
  client_id: filterSchemas.text,
  ip: { ...filterSchemas.text, description: 'Address, in any spelling' },
  ...periodFields,
} as const;

export function readLogFilters(fields: InferFields<{ properties: typeof logFilterFields }>): LogFilters {
  const { kind, event, outcome, method, client_id: clientId, ip } = fields;
  return { kind, event, outcome, method, clientId, ip: readAddress(ip), ...readPeriod(fields) };
}

const shared = {
  id: text,
  event: logEvent,
  outcome: { type: 'string', enum: logOutcomes },
  code: textOrNull,
  method: { type: ['string', 'null'], enum: [...logMethods, null] },
  client: { ...clientReference, type: ['object', 'null'] },
  org: orgReference,
  details: {
    type: ['object', 'null'],
    additionalProperties: { type: ['string', 'integer', 'array'], items: text },
    examples: [{ route: '/admin/user/search', filters: ['email'], rows: 1 }],
    description: 'What else there is to say: of admin.granted the addresses, of admin.read filters and rows',
  },
  created_at: time,
} as const;

/** A row as the person sees it whom it happened to: what an operator did says so, and not who or from where. */
export const ownEntrySchema = {
  title: 'OwnLogEntry',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...shared,
    ip: textOrNull,
    user_agent: textOrNull,
    actor: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: { kind: operator },
    },
  },
} as const;

/** A row as operators see it. The address is that of whoever did it. */
export const entrySchema = {
  title: 'LogEntry',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...shared,
    ip: text,
    user_agent: text,
    actor: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: { kind: operator, id: text, email: textOrNull },
    },
    user: userReference,
  },
} as const;

function sharedAnswer(entry: ListedEntry) {
  const { id, event, outcome, code, method, clientId, orgId } = entry;
  return {
    id,
    event,
    outcome,
    code,
    method,
    client: clientId === null ? null : { id: clientId, name: entry.clientName },
    org: orgId === null ? null : { id: orgId, slug: entry.orgSlug },
    details: entry.details,
    created_at: entry.createdAt.toISOString(),
  };
}

export function ownEntryAnswer(entry: ListedEntry) {
  const isOfOperator = entry.actorId !== null;
  return {
    ...sharedAnswer(entry),
    ip: isOfOperator ? null : entry.ip,
    user_agent: isOfOperator ? null : entry.userAgent,
    details: isOfOperator ? null : entry.details,
    actor: isOfOperator ? { kind: 'operator' } : null,
  };
}

export function entryAnswer(entry: ListedEntry) {
  const { ip, userAgent, userId, actorId } = entry;
  return {
    ...sharedAnswer(entry),
    ip,
    user_agent: userAgent,
    actor: actorId === null ? null : { kind: 'operator', id: actorId, email: shownEmail(entry.actorEmail) },
    user: userId === null ? null : { id: userId, email: shownEmail(entry.userEmail) },
  };
}
