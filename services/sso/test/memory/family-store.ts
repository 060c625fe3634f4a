import type { OutboxEvent } from '../../src/event/event.ts';
import type { FamilyPickup, FamilyStore } from '../../src/family/family-store.ts';
import { refreshEndsAtMs, type RefreshFamily, type SupersededToken } from '../../src/family/family.ts';
import { rotationWaitMs } from '../../src/family/rotation-limit.ts';

interface Entry {
  family: RefreshFamily;
  readonly deviceCodeHash: string;
  claim: number;
  strikes: number;
  readonly superseded: Map<string, SupersededToken>;
}

/** The Postgres store's twin; the same contract suite holds both. `events` collects what goes to the outbox. */
export function createMemoryFamilyStore(events: OutboxEvent[] = []): FamilyStore {
  const entries: Entry[] = [];
  const byToken = (hash: string) => entries.find(({ family }) => family.tokenHash === hash);
  const byId = (id: string) => entries.find(({ family }) => family.id === id.toLowerCase());

  function tell(
    type: OutboxEvent['type'],
    { id, clientId, userId }: RefreshFamily,
    nowMs: number,
    more = {},
  ) {
    const data = { family_id: id, client_id: clientId, user_id: userId, ...more };
    events.push({ type, occurredAtMs: nowMs, data });
  }

  function tellAdmin({ adminFrom, device, nowMs }: FamilyPickup, family: RefreshFamily) {
    if (adminFrom !== undefined) tell('admin.granted', family, nowMs, { device_id: device.id, ...adminFrom });
  }

  return {
    open(pickup) {
      const known = entries.find(({ deviceCodeHash }) => deviceCodeHash === pickup.device.deviceCodeHash);
      const fresh = { tokenHash: pickup.tokenHash, linkHash: pickup.linkHash };
      if (known === undefined) {
        const family = createFamily(pickup);
        const { deviceCodeHash } = pickup.device;
        entries.push({
          family,
          deviceCodeHash,
          claim: pickup.claim,
          strikes: 0,
          superseded: new Map(),
        });
        tell('device.redeemed', family, pickup.nowMs, { device_id: pickup.device.id });
        tellAdmin(pickup, family);
        return Promise.resolve(family.id);
      }
      const { family } = known;
      const isOver = family.generation > 0 || family.revokedAt !== null || family.deliveredAt !== null;
      if (known.claim >= pickup.claim || isOver) return Promise.resolve(undefined);
      const { idleExpiresAt, absoluteExpiresAt, nowMs, tokensValidAfter } = pickup;
      known.claim = pickup.claim;
      const jkt = pickup.jkt ?? null;
      const times = { tokensValidAfter, idleExpiresAt, absoluteExpiresAt, issuedAt: new Date(nowMs) };
      known.family = { ...family, ...fresh, jkt, ...times };
      tellAdmin(pickup, known.family);
      return Promise.resolve(family.id);
    },
    deliver(id, tokenHash, nowMs) {
      const entry = byId(id);
      const { family } = entry ?? {};
      const fits =
        family?.tokenHash === tokenHash && family.revokedAt === null && family.deliveredAt === null;
      if (entry && fits) entry.family = { ...entry.family, deliveredAt: new Date(nowMs) };
      return Promise.resolve(fits);
    },
    findDelivered(hash, claim) {
      const entry = entries.find(({ deviceCodeHash }) => deviceCodeHash === hash);
      const { id, deliveredAt } = entry?.family ?? {};
      if (entry === undefined || entry.claim > claim || !id || !deliveredAt)
        return Promise.resolve(undefined);
      return Promise.resolve({ id, deliveredAt });
    },
    findByToken(hash) {
      const current = byToken(hash);
      if (current !== undefined) return Promise.resolve({ family: current.family });
      const former = entries.find(({ superseded }) => superseded.has(hash));
      const superseded = former?.superseded.get(hash);
      return Promise.resolve(former && superseded && { family: former.family, superseded });
    },
    findById: (id) => Promise.resolve(byId(id)?.family),
    rotate(rotation) {
      const entry = byToken(rotation.tokenHash);
      if (entry === undefined) return Promise.resolve(false);
      const { family, superseded } = entry;
      const { nowMs, idleExpiresAt, requestHash, sealedResponse, limit } = rotation;
      const fits =
        family.id === rotation.familyId &&
        family.clientId === rotation.clientId &&
        family.linkHash === rotation.linkHash &&
        family.revokedAt === null &&
        (family.jkt === null || family.jkt === rotation.jkt) &&
        refreshEndsAtMs(family) > nowMs &&
        rotationWaitMs(family, limit, nowMs) === 0;
      if (!fits) return Promise.resolve(false);
      for (const [hash, token] of superseded) superseded.set(hash, { ...token, sealedResponse: null });
      superseded.set(family.tokenHash, {
        linkHash: family.linkHash,
        generation: family.generation,
        requestHash,
        sealedResponse,
        supersededAt: new Date(nowMs),
      });
      entry.strikes = 0;
      entry.family = {
        ...family,
        tokenHash: rotation.nextTokenHash,
        linkHash: rotation.nextLinkHash,
        generation: family.generation + 1,
        jkt: family.jkt ?? rotation.jkt ?? null,
        issuedAt: new Date(nowMs),
        idleExpiresAt,
        ...countRotation(family, limit.windowMs, nowMs),
      };
      tell('refresh.rotated', family, nowMs);
      return Promise.resolve(true);
    },
    strike(hash, nowMs) {
      const entry = byToken(hash);
      if (entry === undefined || entry.family.revokedAt !== null) return Promise.resolve();
      entry.strikes += 1;
      tell('refresh.binding_mismatch', entry.family, nowMs);
      if (entry.strikes >= 3) {
        entry.family = { ...entry.family, revokedAt: new Date(nowMs) };
        tell('family.revoked', entry.family, nowMs);
      }
      return Promise.resolve();
    },
    revokeAll({ userId, familyId, clientId, keptFamilyId }, reason, nowMs) {
      const meant = entries.filter(
        ({ family }) =>
          family.userId === userId &&
          family.revokedAt === null &&
          (familyId === undefined || family.id === familyId) &&
          (clientId === undefined || family.clientId === clientId) &&
          family.id !== keptFamilyId,
      );
      for (const entry of meant) {
        entry.family = { ...entry.family, revokedAt: new Date(nowMs) };
        tell('family.revoked', entry.family, nowMs, { reason });
      }
      return Promise.resolve(meant.length);
    },
    revoke(id, reason, nowMs) {
      const entry = byId(id);
      if (entry === undefined || entry.family.revokedAt !== null) return Promise.resolve(false);
      entry.family = { ...entry.family, revokedAt: new Date(nowMs) };
      tell('family.revoked', entry.family, nowMs, { reason });
      return Promise.resolve(true);
    },
  };
}

function countRotation({ rotations, rotationsSince }: RefreshFamily, windowMs: number, nowMs: number) {
  return rotationsSince !== null && rotationsSince.getTime() > nowMs - windowMs
    ? { rotations: rotations + 1, rotationsSince }
    : { rotations: 1, rotationsSince: new Date(nowMs) };
}

function createFamily(pickup: FamilyPickup): RefreshFamily {
  const { device, approval, nowMs } = pickup;
  return {
    id: pickup.familyId,
    clientId: device.clientId,
    userId: approval.userId,
    scope: approval.scope,
    audience: [...device.audience],
    amr: [...approval.amr],
    authTime: new Date(approval.authTime * 1000),
    jkt: pickup.jkt ?? null,
    tokenHash: pickup.tokenHash,
    linkHash: pickup.linkHash,
    generation: 0,
    rotations: 0,
    rotationsSince: null,
    createdAt: new Date(nowMs),
    tokensValidAfter: pickup.tokensValidAfter,
    issuedAt: new Date(nowMs),
    idleExpiresAt: pickup.idleExpiresAt,
    absoluteExpiresAt: pickup.absoluteExpiresAt,
    deliveredAt: null,
    revokedAt: null,
  };
}
