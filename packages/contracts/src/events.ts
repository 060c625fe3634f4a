import { count, filled, text, type Contract, type FieldsSchema } from './schema.ts';
import { roads } from './sso.ts';

/** The most that one call asks for. */
export const mostLookUps = 100;
/** What happens to drops, as the request log calls it. */
export const dropEvents = [
  'drop.made',
  'drop.filled',
  'drop.taken',
  'drop.closed',
  'drop.revoked',
  'drop.deleted',
  'drop.expired',
] as const;
export type DropEventType = (typeof dropEvents)[number];

const id = { ...filled, description: 'A uuid that names the event wherever it is sent again' } as const;

/** Many events at once, as another service sends them. */
const batchOf = <const Event extends FieldsSchema>(event: Event) =>
  ({
    properties: {
      events: { type: 'array', maxItems: mostLookUps, items: { type: 'object', ...event } },
    },
    required: ['events'],
  }) as const;

/** What the other services put into the request log. */
export const eventCalls = {
  /** Puts what happened to drops into the request log; each once, however often it is sent. */
  logDropEvents: {
    path: '/internal/v1/events/log_drops',
    input: batchOf({
      properties: {
        id,
        type: { type: 'string', enum: dropEvents },
        created_at: text,
        owner: {
          ...filled,
          description: 'The id of a person, of an org and a person with : between, or of a client',
        },
        notify: { type: 'boolean', description: 'Whether its owner gets a mail about it' },
        kind: { ...text, description: 'The kind of the drop' },
        label: { ...text, description: 'What its owner calls it' },
      },
      required: ['id', 'type', 'created_at', 'owner'],
    }),
    output: { properties: { logged: count } },
  },
  /** Puts events of sso into the request log; one that is there already stays as it is. */
  logEvents: {
    path: '/internal/v1/events/log',
    input: batchOf({
      properties: {
        id,
        type: {
          type: 'string',
          enum: [
            'device.approved',
            'app.signed_in',
            'device.denied',
            'device.confirmation_failed',
            'admin.granted',
            'admin.refused',
          ],
        },
        created_at: text,
        reason: { ...text, description: 'Why it was refused; of admin.granted where it was given' },
        user_id: filled,
        client_id: filled,
        request_ip: text,
        browser_ip: text,
        user_agent: text,
        pickup_ip: text,
        scope: { ...text, description: 'What was approved' },
        device_name: { ...text, description: 'What the device calls itself' },
        road: { type: 'string', enum: roads },
      },
      required: ['id', 'type', 'created_at', 'user_id', 'client_id', 'request_ip', 'browser_ip'],
    }),
    output: { properties: { logged: { type: 'integer' } } },
  },
} as const satisfies Record<string, Contract>;
