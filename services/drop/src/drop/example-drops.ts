import { exampleValues } from '@latchkey/contracts';
import { dropIdField } from './drop-schema.ts';
import { viewDrop, viewDropStatus, viewOwnDrop } from './drop-view.ts';
import { defaultTtlSeconds, type Drop } from './drop.ts';

/** Drops as the document shows them, each in a state that a drop can have. */
const createdAt = new Date('2026-11-22T09:30:00.000Z');
const consumedAt = new Date('2026-11-22T10:12:41.507Z');
const payload = String(exampleValues['payload']);

export const exampleOwner = String(exampleValues['user_id']);

const reserved: Drop = {
  id: dropIdField.examples[0],
  owner: exampleOwner,
  status: 'reserved',
  anonymous: true,
  kind: 'backup.key',
  metadata: '{"host":"nas-2"}',
  asks: null,
  asker: null,
  notify: false,
  payloadFormat: null,
  contentType: null,
  size: null,
  createdAt,
  activatedAt: null,
  expiresAt: new Date(createdAt.getTime() + defaultTtlSeconds * 1000),
  consumedAt: null,
  consumedBy: null,
  consumeRequestId: null,
  callerRequestId: null,
  revokedAt: null,
  asOf: createdAt,
};

const active: Drop = {
  ...reserved,
  status: 'active',
  payloadFormat: 'text',
  contentType: 'text/plain',
  size: Buffer.byteLength(payload),
  activatedAt: createdAt,
};

const consumed: Drop = {
  ...active,
  status: 'consumed',
  consumedAt,
  consumedBy: 'anonymous',
  consumeRequestId: String(exampleValues['request_id']),
  callerRequestId: 'take-17',
  asOf: consumedAt,
};

const revoked: Drop = { ...active, status: 'revoked', revokedAt: consumedAt, asOf: consumedAt };

/** Answers of reserve, and of store and activate without a key of the caller's. */
export const depositExamples = {
  reserved: viewOwnDrop(reserved),
  active: { ...viewOwnDrop(active), key: exampleValues['key'] },
};

export const takenExamples = {
  read: { ...viewDrop(active), payload },
  consumed: { ...viewDrop(consumed), payload },
};

export const statusExamples = {
  active: viewDropStatus(active),
  consumed: viewDropStatus(consumed),
  revoked: viewDropStatus(revoked),
};

export function listExample(item: object) {
  const page = {
    limit: 20,
    total_count: 1,
    next_offset: 20,
    page_number: 1,
    page_total: 1,
    next_cursor: null,
  };
  return { items: [item], ...page };
}
