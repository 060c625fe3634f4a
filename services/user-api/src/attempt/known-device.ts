import { createHash } from 'node:crypto';

/** Devices that the right password was entered on. They may try even when others have used up an account's budget. */
export interface KnownDeviceStore {
  remember(userId: string, deviceHash: string, now: Date): Promise<void>;
  isKnown(userId: string, deviceHash: string, since: Date): Promise<boolean>;
}

export const deviceKnownDays = 90;

/** Identifies a device by its fingerprint if it sends one, else by its network and user agent together. */
export function hashDevice(facts: { fingerprint: string; network: string; userAgent: string }): string {
  const { fingerprint, network, userAgent } = facts;
  const parts = fingerprint === '' ? ['agent', network, userAgent] : ['fingerprint', fingerprint];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
