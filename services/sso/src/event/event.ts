import type { UserApi } from '../sibling/user-api.ts';

/** The types of events in the outbox. Source: contract part 1 "Events and metrics". */
export type EventType =
  | 'device.lookup_failed'
  | 'device.expired'
  | 'device.redeemed'
  | 'device.replayed'
  | 'device.foreign_client'
  | 'device.throttled'
  | 'device.tampered'
  | 'refresh.rotation_lost'
  | 'refresh.throttled'
  | 'refresh.replayed_in_grace'
  | 'refresh.reuse_detected'
  | 'refresh.binding_mismatch'
  | 'family.revoked'
  | 'client.auth_failed'
  | (typeof loggedTypes)[number];

/** What the request log of user-api gets as well. A device.denied is only sent if a person denied. */
export const loggedTypes = [
  'device.approved',
  'app.signed_in',
  'device.denied',
  'device.confirmation_failed',
  'admin.granted',
  'admin.refused',
] as const;

/** Who gets events: the request log of user-api those of {@link loggedTypes}, and a follower all. */
export const eventReaders = ['user-api', 'follower'] as const;
export type EventReader = (typeof eventReaders)[number];

/**
 * Brings the request log of user-api what it shall hold of the outbox: each event at least once, as replicas may send the
 * same. How many. A call that begins during another one waits, and goes with those that do. Rejects while user-api is
 * down; the next call continues. Source: contract part 1 "Events and metrics".
 */
export type LogEvents = (send: UserApi['logEvents']) => Promise<number>;

/** Appends events of this moment that no other statement writes. `data` never holds a code, a token or a password. */
export interface Outbox {
  append(type: EventType, data: Readonly<Record<string, string>>): Promise<void>;
}
