import { createHash } from 'node:crypto';

/** Devices that a password was right on; they may try when the rest of the world has used an account's budget up. */
export interface KnownDeviceStore {
  remember(userId: string, deviceHash: string, now: Date): Promise<void>;
  isKnown(userId: string, deviceHash: string, since: Date): Promise<boolean>;
}

export const deviceKnownDays = 90;

/** A device is told by its fingerprint where it sends one, else by its network and user agent together. */
export function hashDevice(facts: { fingerprint: string; network: string; userAgent: string }): string {
  const { fingerprint, network, userAgent } = facts;
  const parts = fingerprint === '' ? ['agent', network, userAgent] : ['fingerprint', fingerprint];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
