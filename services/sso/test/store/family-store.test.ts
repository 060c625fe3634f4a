import { randomUUID } from 'node:crypto';
import { useTestDatabase } from '@latchkey/testing';
import type { FamilyPickup } from '../../src/family/family-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createApproval, startMs } from '../device-request.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { createPickup, createRotation, dayMs, randomHash } from './family-rows.ts';
import { openDatabase } from './open-database.ts';

const database = useTestDatabase('sso', openDatabase);

/** A store, and the types of the events that tell of a family, in order. */
function createStore() {
  const eventsOf = async (id: string) => {
    const rows = await database().database.$queryRaw<{ type: string }[]>`
      select type from events where data->>'family_id' = ${id} order by id`;
    return rows.map(({ type }) => type);
  };
  return { families: createFamilyStore(database().pool), eventsOf };
}

describe('family store', () => {
  async function open(changes: Partial<FamilyPickup> = {}) {
    const store = createStore();
    const pickup = createPickup(changes);
    const id = await store.families.open(pickup);
    return { ...store, pickup, id };
  }

  test('opens a family that either way of asking finds', async () => {
    const { families, pickup, id, eventsOf } = await open();
    const family = {
      id: pickup.familyId,
      clientId: 'demo-cli',
      userId: 'user-1',
      scope: 'openid offline_access',
      audience: ['https://api.example.test'],
      amr: ['pwd'],
      authTime: new Date(createApproval().authTime * 1000),
      jkt: null,
      tokenHash: pickup.tokenHash,
      linkHash: pickup.linkHash,
      generation: 0,
      rotations: 0,
      rotationsSince: null,
      createdAt: new Date(startMs),
      tokensValidAfter: pickup.tokensValidAfter,
      issuedAt: new Date(startMs),
      idleExpiresAt: pickup.idleExpiresAt,
      absoluteExpiresAt: pickup.absoluteExpiresAt,
      deliveredAt: null,
      revokedAt: null,
    };
    expect(id).toBe(pickup.familyId);
    expect(await families.findByToken(pickup.tokenHash)).toEqual({ family });
    expect(await families.findById(pickup.familyId)).toEqual(family);
    expect(await eventsOf(pickup.familyId)).toEqual(['device.redeemed']);
  });

  test('keeps the key that a family is bound to, the one of the claim that wrote it last', async () => {
    const { families, pickup } = await open({ jkt: 'key-1' });
    expect((await families.findById(pickup.familyId))?.jkt).toBe('key-1');
    await families.open(createPickup({ device: pickup.device, claim: 2, jkt: 'key-2' }));
    expect((await families.findById(pickup.familyId))?.jkt).toBe('key-2');
    await families.open(createPickup({ device: pickup.device, claim: 3 }));
    expect((await families.findById(pickup.familyId))?.jkt).toBeNull();
  });

  test('a rotation binds a family that is not bound to its key, and one that is bound needs that key', async () => {
    const { families, pickup } = await open();
    const first = createRotation(pickup, { jkt: 'key-1' });
    expect(await families.rotate(first)).toBe(true);
    expect((await families.findById(pickup.familyId))?.jkt).toBe('key-1');
    const next = { tokenHash: first.nextTokenHash, linkHash: first.nextLinkHash };
    expect(await families.rotate(createRotation(pickup, next))).toBe(false);
    expect(await families.rotate(createRotation(pickup, { ...next, jkt: 'key-2' }))).toBe(false);
    expect(await families.rotate(createRotation(pickup, { ...next, jkt: 'key-1' }))).toBe(true);
    expect((await families.findById(pickup.familyId))?.jkt).toBe('key-1');
  });

  test('of 50 rotations with different keys one binds the family', async () => {
    const { families, pickup } = await open();
    const names = Array.from({ length: 50 }, (_one, index) => `key-${index}`);
    const won = await Promise.all(names.map((jkt) => families.rotate(createRotation(pickup, { jkt }))));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await families.findById(pickup.familyId))?.jkt).toBe(names[won.indexOf(true)]);
  });

  test('finds and revokes a family by its id in upper case', async () => {
    const { families, pickup } = await open();
    const id = pickup.familyId.toUpperCase();
    expect((await families.findById(id))?.id).toBe(pickup.familyId);
    expect(await families.revoke(id, 'admin', startMs)).toBe(true);
  });

  test('knows nothing of unknown tokens, families and ids of any shape', async () => {
    const { families } = createStore();
    expect(await families.findByToken(randomHash())).toBeUndefined();
    expect(await families.findById(randomUUID())).toBeUndefined();
    expect(await families.findById("' OR true")).toBeUndefined();
    expect(await families.revoke('not-an-id', 'admin', startMs)).toBe(false);
    expect(await families.rotate(createRotation(createPickup()))).toBe(false);
    await families.strike(randomHash(), startMs);
  });

  test('a later claim takes the same family over with its own secrets; an earlier one comes too late', async () => {
    const { families, pickup, eventsOf } = await open();
    const later = createPickup({ device: pickup.device, claim: 2, tokensValidAfter: new Date(startMs) });
    expect(await families.open(later)).toBe(pickup.familyId);
    expect((await families.findById(pickup.familyId))?.tokensValidAfter).toEqual(new Date(startMs));
    expect(await families.findByToken(pickup.tokenHash)).toBeUndefined();
    expect((await families.findByToken(later.tokenHash))?.family.id).toBe(pickup.familyId);
    expect(await families.open(createPickup({ device: pickup.device, claim: 1 }))).toBeUndefined();
    expect(await families.open(createPickup({ device: pickup.device, claim: 2 }))).toBeUndefined();
    expect((await families.findByToken(later.tokenHash))?.family.id).toBe(pickup.familyId);
    expect(await eventsOf(pickup.familyId)).toEqual(['device.redeemed']);
  });

  test('of 50 pickups with one claim one opens the family', async () => {
    const { families } = createStore();
    const { device } = createPickup();
    const ids = await Promise.all(Array.from({ length: 50 }, () => families.open(createPickup({ device }))));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
  });

  test('of 50 deliveries one counts, with the token in force; then no claim takes the family over', async () => {
    const { families, pickup } = await open();
    const deliver = (tokenHash: string) => families.deliver(pickup.familyId, tokenHash, startMs);
    expect(await deliver(randomHash())).toBe(false);
    expect(await families.findDelivered(pickup.device.deviceCodeHash, 9)).toBeUndefined();
    const won = await Promise.all(Array.from({ length: 50 }, () => deliver(pickup.tokenHash)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await families.open(createPickup({ device: pickup.device, claim: 2 }))).toBeUndefined();
    expect((await families.findByToken(pickup.tokenHash))?.family.id).toBe(pickup.familyId);
  });

  test('of a delivery and many later claims one alone has the tokens', async () => {
    const { families, pickup } = await open();
    const claims = Array.from({ length: 20 }, (_one, index) =>
      createPickup({ device: pickup.device, claim: index + 2 }),
    );
    const [delivered, ...opened] = await Promise.all([
      families.deliver(pickup.familyId, pickup.tokenHash, startMs),
      ...claims.map((claim) => families.open(claim)),
    ]);
    const late = await Promise.all(
      claims.map(({ tokenHash }) => families.deliver(pickup.familyId, tokenHash, startMs)),
    );
    expect([delivered, ...late].filter(Boolean)).toHaveLength(1);
    if (delivered) expect(opened.filter((id) => id !== undefined)).toHaveLength(0);
  });

  test('knows that a code was delivered before a claim, and not one after it', async () => {
    const { families, pickup } = await open({ claim: 2 });
    await families.deliver(pickup.familyId, pickup.tokenHash, startMs);
    const find = (claim: number) => families.findDelivered(pickup.device.deviceCodeHash, claim);
    expect([await find(1), await find(2), await find(3)]).toEqual([
      undefined,
      { id: pickup.familyId, deliveredAt: new Date(startMs) },
      { id: pickup.familyId, deliveredAt: new Date(startMs) },
    ]);
    expect(await families.findDelivered(randomHash(), 3)).toBeUndefined();
  });

  test('delivers no family that was revoked', async () => {
    const revoked = await open();
    await revoked.families.revoke(revoked.pickup.familyId, 'admin', startMs);
    expect(await revoked.families.deliver(revoked.pickup.familyId, revoked.pickup.tokenHash, startMs)).toBe(
      false,
    );
  });

  test('no claim takes over a family that was used or revoked', async () => {
    const used = await open();
    await used.families.rotate(createRotation(used.pickup));
    expect(await used.families.open(createPickup({ device: used.pickup.device, claim: 2 }))).toBeUndefined();
    const revoked = await open();
    await revoked.families.revoke(revoked.pickup.familyId, 'admin', startMs);
    expect(
      await revoked.families.open(createPickup({ device: revoked.pickup.device, claim: 2 })),
    ).toBeUndefined();
  });

  test('rotates token and link together and remembers the former', async () => {
    const { families, pickup, eventsOf } = await open();
    const rotation = createRotation(pickup);
    expect(await families.rotate(rotation)).toBe(true);
    const next = await families.findByToken(rotation.nextTokenHash);
    expect(next?.superseded).toBeUndefined();
    expect(next?.family).toMatchObject({
      id: pickup.familyId,
      tokenHash: rotation.nextTokenHash,
      linkHash: rotation.nextLinkHash,
      generation: 1,
      issuedAt: new Date(rotation.nowMs),
      idleExpiresAt: rotation.idleExpiresAt,
    });
    const former = await families.findByToken(pickup.tokenHash);
    expect(former?.family).toEqual(next?.family);
    expect({
      ...former?.superseded,
      sealedResponse: Buffer.from(former?.superseded?.sealedResponse ?? []),
    }).toEqual({
      linkHash: pickup.linkHash,
      generation: 0,
      requestHash: rotation.requestHash,
      sealedResponse: Buffer.from('sealed'),
      supersededAt: new Date(rotation.nowMs),
    });
    expect(await eventsOf(pickup.familyId)).toEqual(['device.redeemed', 'refresh.rotated']);
  });

  test.each([
    ['another chain', { familyId: randomUUID() }],
    ['another client', { clientId: 'demo-rp' }],
    ['another token', { tokenHash: 'f'.repeat(64) }],
    ['another link', { linkHash: 'f'.repeat(64) }],
    ['the idle end', { nowMs: startMs + 30 * dayMs }],
    ['the absolute end', { nowMs: startMs + 90 * dayMs }],
  ])('does not rotate for %s', async (_what, changes) => {
    const { families, pickup, eventsOf } = await open();
    expect(await families.rotate(createRotation(pickup, changes))).toBe(false);
    expect((await families.findByToken(pickup.tokenHash))?.family.generation).toBe(0);
    expect(await eventsOf(pickup.familyId)).toEqual(['device.redeemed']);
  });

  test('of 50 rotations of one token one wins', async () => {
    const { families, pickup } = await open();
    const won = await Promise.all(Array.from({ length: 50 }, () => families.rotate(createRotation(pickup))));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await families.findById(pickup.familyId))?.generation).toBe(1);
  });

  test('forgets the answer of a token once its successor is used', async () => {
    const { families, pickup } = await open();
    const rotations = [createRotation(pickup)];
    for (let index = 0; index < 3; index += 1) {
      const { nextTokenHash, nextLinkHash } = rotations[index]!;
      rotations.push(createRotation(pickup, { tokenHash: nextTokenHash, linkHash: nextLinkHash }));
    }
    for (const rotation of rotations) expect(await families.rotate(rotation)).toBe(true);
    const found = await Promise.all(rotations.map(({ tokenHash }) => families.findByToken(tokenHash)));
    const kept = found.map((one) => one?.superseded?.sealedResponse);
    expect(kept).toEqual([null, null, null, expect.anything()]);
  });

  test('rotates as often as the limit allows in a window, and again after its end', async () => {
    const { families, pickup, eventsOf } = await open();
    const limit = { rotations: 3, windowMs: 600_000 };
    let current = { tokenHash: pickup.tokenHash, linkHash: pickup.linkHash };
    const rotateAt = async (nowMs: number) => {
      const rotation = createRotation(pickup, { ...current, limit, nowMs });
      const won = await families.rotate(rotation);
      if (won) current = { tokenHash: rotation.nextTokenHash, linkHash: rotation.nextLinkHash };
      return won;
    };
    const times = [0, 100_000, 200_000, 300_000, 599_999, 600_000, 600_001, 1_199_999, 1_200_000];
    const won: boolean[] = [];
    for (const ms of times) won.push(await rotateAt(startMs + ms));
    expect(won).toEqual([true, true, true, false, false, true, true, true, true]);
    expect(await families.findById(pickup.familyId)).toMatchObject({
      ...current,
      generation: 7,
      rotations: 1,
      rotationsSince: new Date(startMs + 1_200_000),
    });
    expect((await eventsOf(pickup.familyId)).filter((type) => type === 'refresh.rotated')).toHaveLength(7);
  });

  test('of 50 rotations at once, each of a family at its limit, none wins', async () => {
    const { families, pickup } = await open();
    const limit = { rotations: 1, windowMs: 600_000 };
    const first = createRotation(pickup, { limit });
    await families.rotate(first);
    const next = { tokenHash: first.nextTokenHash, linkHash: first.nextLinkHash, limit };
    const won = await Promise.all(
      Array.from({ length: 50 }, () => families.rotate(createRotation(pickup, next))),
    );
    expect(won).toEqual(Array<boolean>(50).fill(false));
    expect(await families.findById(pickup.familyId)).toMatchObject({
      tokenHash: next.tokenHash,
      rotations: 1,
    });
  });

  test('the third strike revokes, and a rotation forgives the earlier ones', async () => {
    const { families, pickup, eventsOf } = await open();
    await families.strike(pickup.tokenHash, startMs);
    await families.strike(pickup.tokenHash, startMs);
    const rotation = createRotation(pickup);
    await families.rotate(rotation);
    for (const revoked of [false, false, true, true]) {
      await families.strike(rotation.nextTokenHash, startMs);
      expect(await isFamilyRevoked(families, pickup.familyId)).toBe(revoked);
    }
    expect(await eventsOf(pickup.familyId)).toEqual([
      'device.redeemed',
      'refresh.binding_mismatch',
      'refresh.binding_mismatch',
      'refresh.rotated',
      'refresh.binding_mismatch',
      'refresh.binding_mismatch',
      'refresh.binding_mismatch',
      'family.revoked',
    ]);
  });

  test('of many strikes at once three count and one revokes', async () => {
    const { families, pickup, eventsOf } = await open();
    await Promise.all(Array.from({ length: 10 }, () => families.strike(pickup.tokenHash, startMs)));
    const events = await eventsOf(pickup.familyId);
    expect(events.filter((type) => type === 'refresh.binding_mismatch')).toHaveLength(3);
    expect(events.filter((type) => type === 'family.revoked')).toHaveLength(1);
  });

  test('revokes for one caller, and then rotates for nobody', async () => {
    const { families, pickup, eventsOf } = await open();
    const revoked = await Promise.all(
      Array.from({ length: 10 }, () => families.revoke(pickup.familyId, 'reuse', startMs)),
    );
    expect(revoked.filter(Boolean)).toHaveLength(1);
    expect(await families.rotate(createRotation(pickup))).toBe(false);
    expect(await eventsOf(pickup.familyId)).toEqual(['device.redeemed', 'family.revoked']);
  });
});
