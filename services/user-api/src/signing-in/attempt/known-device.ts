import { createHash } from 'node:crypto';
import type { Account } from '../../accounts/account.ts';
import type { Place } from './place.ts';

/** Devices that an account has signed in on. They may try even when others have used up its budget. */
export interface KnownDeviceStore {
  isKnown(userId: string, deviceHash: string, since: Date): Promise<boolean>;
}

const deviceKnownMs = 90 * 24 * 60 * 60 * 1000;

/**
 * Identifies a device by its fingerprint if it sends one, else by the place where it is and its user agent together;
 * undefined at a place of many devices, which only a fingerprint distinguishes.
 */
export function hashDevice(
  { device: place }: Pick<Place, 'device'>,
  { fingerprint = '', userAgent }: { readonly fingerprint?: string | undefined; readonly userAgent: string },
): string | undefined {
  if (fingerprint === '' && place === undefined) return undefined;
  const parts = fingerprint === '' ? ['agent', place, userAgent] : ['fingerprint', fingerprint];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Whether somebody may try although others have used up an account's budget: on a device that the account has signed in
 * on, or in a live session of it. It is asked only then.
 */
export type Trust = () => Promise<boolean>;

/** Trusts who is signed in. */
export const inSession: Trust = () => Promise.resolve(true);

/** Trusts a device that the account has signed in on. */
export function onDevice(
  ports: { readonly devices: KnownDeviceStore; now(): number },
  account: Pick<Account, 'id'> | undefined,
  deviceHash: string | undefined,
): Trust {
  const since = new Date(ports.now() - deviceKnownMs);
  return async () =>
    account !== undefined && deviceHash !== undefined && ports.devices.isKnown(account.id, deviceHash, since);
}
