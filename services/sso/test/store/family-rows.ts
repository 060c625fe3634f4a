import { randomBytes } from 'node:crypto';
import type { FamilyDelivery, FamilyPickup, FamilyRotation } from '../../src/oauth/family/family-store.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';

export const dayMs = 86_400_000;
const noLimit = { rotations: 0, windowMs: 600_000 };

export const randomHash = () => randomBytes(32).toString('hex');

/** What the pickup of a new device code writes, and its delivery a second later. */
export function createPickup(changes: Partial<FamilyPickup> = {}): FamilyPickup & FamilyDelivery {
  return {
    device: { ...createDeviceRequest(), state: 'approved_waiting_pickup', wrongPasswords: 0 },
    approval: createApproval(),
    claim: 1,
    tokenKey: randomBytes(32),
    tokenHash: randomHash(),
    linkHash: randomHash(),
    nowMs: startMs,
    idleExpiresAt: new Date(startMs + 30 * dayMs),
    absoluteExpiresAt: new Date(startMs + 90 * dayMs),
    deliveredAtMs: startMs + 1000,
    ...changes,
  };
}

/** The first rotation of what a pickup has written. */
export function createRotation(pickup: FamilyPickup, changes: Partial<FamilyRotation> = {}): FamilyRotation {
  return {
    familyId: pickup.device.id,
    clientId: pickup.device.clientId,
    generation: 0,
    tokenHash: pickup.tokenHash,
    linkHash: pickup.linkHash,
    nextTokenHash: randomHash(),
    nextLinkHash: randomHash(),
    requestHash: randomHash(),
    sealedAnswer: Buffer.from('sealed'),
    limit: noLimit,
    nowMs: startMs + dayMs,
    idleExpiresAt: new Date(startMs + 31 * dayMs),
    ...changes,
  };
}
