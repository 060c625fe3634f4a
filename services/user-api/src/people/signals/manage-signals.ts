import { ApiError, isUuid } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import { createEntry, type EntryPorts } from '../../request-log/log-event.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import { actFreshly, type Fresh, type FreshPorts } from '../../signing-in/act-freshly.ts';
import type { TextSealer } from '../../signing-in/totp/text-sealer.ts';
import { assertReceiver } from './assert-receiver.ts';
import { makeSecret } from './sign.ts';
import {
  oldSecretMs,
  sealOwnerOf,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionStore,
} from './subscription.ts';

interface ManagePorts extends EntryPorts, FreshPorts<{ readonly subscriptions: SubscriptionStore }> {
  randomBytes(size: number): Uint8Array;
  readonly secrets: TextSealer;
  /** The addresses of the three services, to which no signal is sent. */
  readonly ownAddresses: readonly string[];
}

type Wanted = Pick<Subscription, 'url' | 'types'>;

/** Makes a subscription, and answers its secret. Throws quota_exceeded when there are as many as there may be. */
export async function createSubscription(
  ports: ManagePorts,
  wanted: Wanted,
  fresh: Fresh,
): Promise<{ subscription: Subscription; secret: string }> {
  const [id, secret] = [ports.newId(), makeSecret(ports.randomBytes)];
  const row = logAct(ports, 'signal.create', id, fresh);
  const subscription: Subscription = {
    id,
    url: assertReceiver(wanted.url, ports.ownAddresses),
    types: [...new Set(wanted.types)],
    status: 'pending',
    secret: ports.secrets.seal(secret, sealOwnerOf(id)),
    oldSecret: null,
    oldSecretUntil: null,
    createdBy: fresh.caller.account.id,
    problem: null,
    failingSince: null,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
  };
  const pingId = ports.newId();
  if (
    !(await actFreshly(ports, fresh, ({ subscriptions }) => subscriptions.create(subscription, pingId, row)))
  )
    throw new ApiError(errors.signalsFull);
  return { subscription, secret };
}

/** Changes the address or the types. Another address gets a ping, and no other signal before it has answered. */
export async function updateSubscription(
  ports: ManagePorts,
  id: string,
  { url, types }: Partial<Wanted>,
  fresh: Fresh,
): Promise<Subscription> {
  const found = await findSubscription(ports, id);
  const address = url === undefined ? found.url : assertReceiver(url, ports.ownAddresses);
  const moves = address !== found.url;
  const isOff = found.status === 'off';
  const change = {
    url: address,
    ...(types && { types: [...new Set(types)] }),
    ...(moves && !isOff && { status: 'pending' as const }),
    ...(moves && { failingSince: null, pausedUntil: null }),
  };
  return changeFreshly(ports, found, { change, event: 'signal.update', pings: moves && !isOff }, fresh);
}

/** Turns a subscription on once it answers a ping; one that is on gets a ping as well, so that an operator sees it arrive. */
export async function turnOn(ports: ManagePorts, id: string, fresh: Fresh): Promise<Subscription> {
  const found = await findSubscription(ports, id);
  const change = found.status === 'off' ? { status: 'pending' as const, failingSince: null } : {};
  const act = { change: { ...change, pausedUntil: null }, event: 'signal.turn_on', pings: true } as const;
  return changeFreshly(ports, found, act, fresh);
}

/** Makes a new secret. For a day both sign; an older one ends. */
export async function rotateSecret(
  ports: ManagePorts,
  id: string,
  fresh: Fresh,
): Promise<{ subscription: Subscription; secret: string }> {
  const found = await findSubscription(ports, id);
  const secret = makeSecret(ports.randomBytes);
  const change = {
    secret: ports.secrets.seal(secret, sealOwnerOf(found.id)),
    oldSecret: found.secret,
    oldSecretUntil: new Date(ports.now() + oldSecretMs),
  };
  const act = { change, event: 'signal.rotate', pings: false } as const;
  return { subscription: await changeFreshly(ports, found, act, fresh), secret };
}

/** Ends a subscription; what waits for it is dropped. It asks for no code, since it takes away. */
export async function removeSubscription(
  ports: ManagePorts,
  id: string,
  { caller, origin }: Pick<Fresh, 'caller' | 'origin'>,
): Promise<void> {
  const { id: found } = await findSubscription(ports, id);
  const row = logAct(ports, 'signal.delete', found, { caller, origin });
  if (!(await ports.subscriptions.remove(found, row))) throw notFound();
}

interface Act {
  readonly change: SubscriptionChange;
  readonly event: LogEntry['event'];
  readonly pings: boolean;
}

async function changeFreshly(
  ports: ManagePorts,
  found: Subscription,
  { change, event, pings }: Act,
  fresh: Fresh,
): Promise<Subscription> {
  const row = logAct(ports, event, found.id, fresh);
  const pingId = pings ? ports.newId() : undefined;
  const changed = await actFreshly(ports, fresh, ({ subscriptions }) =>
    subscriptions.update(found, change, row, pingId),
  );
  if (changed === undefined) throw new ApiError(errors.stateConflict);
  return changed;
}

async function findSubscription({ subscriptions }: ManagePorts, id: string): Promise<Subscription> {
  const found = isUuid(id) ? await subscriptions.find(id.toLowerCase()) : undefined;
  if (found === undefined) throw notFound();
  return found;
}

function notFound(): ApiError {
  return new ApiError(errors.notFound, { field: 'signal_id' });
}

function logAct(
  ports: EntryPorts,
  event: LogEntry['event'],
  subscription: string,
  { caller, origin }: Pick<Fresh, 'caller' | 'origin'>,
): LogEntry {
  return createEntry(ports, { event, actorId: caller.account.id, details: { subscription } }, origin);
}
