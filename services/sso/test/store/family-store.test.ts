import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createPostgresPool } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import type { FamilyPickup, FamilyRotation, FamilyStore } from '../../src/oauth/family/family-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createApproval, startMs } from '../device-request.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { createPickup, createRotation, dayMs, randomHash } from './family-rows.ts';
import { openDatabase } from './open-database.ts';

const database = useTestDatabase('sso', openDatabase);

/** A store, and the types of the events of a family, in order. */
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
    const isOpened = await store.families.open(pickup);
    return { ...store, pickup, isOpened };
  }

  test('keeps the key that a family is bound to, the one of the claim that wrote it last', async () => {
    const { families, pickup } = await open({ jkt: 'key-1' });
    expect((await families.findById(pickup.device.id))?.jkt).toBe('key-1');
    await families.open(createPickup({ device: pickup.device, claim: 2, jkt: 'key-2' }));
    expect((await families.findById(pickup.device.id))?.jkt).toBe('key-2');
    await families.open(createPickup({ device: pickup.device, claim: 3 }));
    expect((await families.findById(pickup.device.id))?.jkt).toBeNull();
  });

  test.each([
    ['account', { userId: 'user-2' }],
    ['age of the account’s tokens', { tokensValidAfterMs: startMs }],
  ])('a higher claim of an approval with another %s does not take the family', async (_what, changes) => {
    const { families, pickup } = await open();
    const approval = { ...pickup.approval, ...changes };
    expect(await families.open(createPickup({ device: pickup.device, approval, claim: 2 }))).toBe(false);
    expect(await families.findById(pickup.device.id)).toMatchObject({ userId: pickup.approval.userId });
  });

  test('a rotation binds a family that is not bound to its key, and one that is bound needs that key', async () => {
    const { families, pickup } = await open();
    const first = createRotation(pickup, { jkt: 'key-1' });
    expect(await families.rotate(first)).toBe(true);
    expect((await families.findById(pickup.device.id))?.jkt).toBe('key-1');
    const next = { generation: 1, tokenHash: first.nextTokenHash, linkHash: first.nextLinkHash };
    expect(await families.rotate(createRotation(pickup, next))).toBe(false);
    expect(await families.rotate(createRotation(pickup, { ...next, jkt: 'key-2' }))).toBe(false);
    expect(await families.rotate(createRotation(pickup, { ...next, jkt: 'key-1' }))).toBe(true);
    expect((await families.findById(pickup.device.id))?.jkt).toBe('key-1');
  });

  test('of 50 rotations with different keys one binds the family', async () => {
    const { families, pickup } = await open();
    const names = Array.from({ length: 50 }, (_one, index) => `key-${index}`);
    const won = await Promise.all(names.map((jkt) => families.rotate(createRotation(pickup, { jkt }))));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await families.findById(pickup.device.id))?.jkt).toBe(names[won.indexOf(true)]);
  });

  test('finds and revokes a family by its id in upper case', async () => {
    const { families, pickup } = await open();
    const id = pickup.device.id.toUpperCase();
    expect((await families.findById(id))?.id).toBe(pickup.device.id);
    expect(await families.revoke(id, 'admin', startMs)).toBe(true);
  });

  test('knows nothing of unknown tokens, families and ids of any shape', async () => {
    const { families } = createStore();
    expect(await families.findById(randomUUID())).toBeUndefined();
    expect(await families.findById("' OR true")).toBeUndefined();
    expect(await families.revoke('not-an-id', 'admin', startMs)).toBe(false);
    expect(await families.rotate(createRotation(createPickup()))).toBe(false);
    await families.strike({ id: randomUUID(), generation: 0, tokenHash: randomHash() }, startMs);
  });

  test('a later claim takes the same family over with its own secrets; an earlier one comes too late', async () => {
    const { families, pickup } = await open();
    const later = createPickup({ device: pickup.device, claim: 2 });
    expect(await families.open(later)).toBe(true);
    const { tokenKey, tokenHash, linkHash } = later;
    const written = { tokenKey, tokenHash, linkHash };
    expect(await families.findById(pickup.device.id)).toMatchObject(written);
    for (const claim of [1, 2])
      expect(await families.open(createPickup({ device: pickup.device, claim }))).toBe(false);
    expect(await families.findById(pickup.device.id)).toMatchObject(written);
  });

  test('of 50 pickups with one claim one opens the family', async () => {
    const { families } = createStore();
    const { device } = createPickup();
    const opened = await Promise.all(
      Array.from({ length: 50 }, () => families.open(createPickup({ device }))),
    );
    expect(opened.filter(Boolean)).toHaveLength(1);
  });

  test('of 50 deliveries one counts, with the token in force; then no claim takes the family over', async () => {
    const { families, pickup, eventsOf } = await open();
    for (const wrong of [{ tokenHash: randomHash() }, { claim: 2 }])
      expect(await families.deliver({ ...pickup, ...wrong })).toBe(false);
    expect(await families.findDelivery(pickup.device.id, 9)).toBeUndefined();
    const won = await Promise.all(Array.from({ length: 50 }, () => families.deliver(pickup)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await eventsOf(pickup.device.id)).toEqual(['device.redeemed']);
    expect(await families.open(createPickup({ device: pickup.device, claim: 2 }))).toBe(false);
    expect((await families.findById(pickup.device.id))?.tokenHash).toBe(pickup.tokenHash);
  });

  test('of a delivery and many later claims one alone has the tokens', async () => {
    const { families, pickup } = await open();
    const claims = Array.from({ length: 20 }, (_one, index) =>
      createPickup({ device: pickup.device, claim: index + 2 }),
    );
    const [delivered, ...opened] = await Promise.all([
      families.deliver(pickup),
      ...claims.map((claim) => families.open(claim)),
    ]);
    const late = await Promise.all(claims.map((claim) => families.deliver(claim)));
    expect([delivered, ...late].filter(Boolean)).toHaveLength(1);
    if (delivered) expect(opened.filter(Boolean)).toHaveLength(0);
  });

  test('knows that a code was delivered before a claim, and not one after it', async () => {
    const { families, pickup } = await open({ claim: 2 });
    await families.deliver(pickup);
    const find = (claim: number) => families.findDelivery(pickup.device.id, claim);
    const at = new Date(pickup.deliveredAtMs);
    expect([await find(1), await find(2), await find(3)]).toEqual([undefined, at, at]);
    expect(await families.findDelivery(randomUUID(), 3)).toBeUndefined();
  });

  test('delivers no family that was revoked', async () => {
    const revoked = await open();
    await revoked.families.revoke(revoked.pickup.device.id, 'admin', startMs);
    expect(await revoked.families.deliver(revoked.pickup)).toBe(false);
  });

  test('no claim takes over a family that was used or revoked', async () => {
    const used = await open();
    await used.families.rotate(createRotation(used.pickup));
    expect(await used.families.open(createPickup({ device: used.pickup.device, claim: 2 }))).toBe(false);
    const revoked = await open();
    await revoked.families.revoke(revoked.pickup.device.id, 'admin', startMs);
    expect(await revoked.families.open(createPickup({ device: revoked.pickup.device, claim: 2 }))).toBe(
      false,
    );
  });

  test('an end, by a revocation or the last strike, removes the kept answer', async () => {
    const ends: ((families: FamilyStore, rotation: FamilyRotation) => Promise<unknown>)[] = [
      (families, { familyId }) => families.revoke(familyId, 'user', startMs),
      async (families, { familyId: id, nextTokenHash: tokenHash }) => {
        for (let strike = 0; strike < 3; strike += 1)
          await families.strike({ id, generation: 1, tokenHash }, startMs);
      },
    ];
    for (const end of ends) {
      const { families, pickup } = await open();
      const rotation = createRotation(pickup);
      await families.rotate(rotation);
      await end(families, rotation);
      expect(await families.findAnswer(rotation.familyId, 1, rotation.requestHash)).toBeUndefined();
    }
  });

  test('a rotation changes nothing that an index has, so it writes none', async () => {
    const pool = createPostgresPool(database().url, { size: 1, name: 'sso-test' });
    const families = createFamilyStore(pool);
    const pickup = createPickup();
    await families.open(pickup);
    const read = async () => {
      const found = await pool.query<{ row: Record<string, unknown> }>(
        'select to_jsonb(f) as row from refresh_families f where id = $1',
        [pickup.device.id],
      );
      return found.rows[0]!.row;
    };
    const before = await read();
    await families.rotate(createRotation(pickup, { sealedAnswer: randomBytes(1_100) }));
    const after = await read();
    const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
    const { rows } = await pool.query<{ name: string }>(
      `select distinct attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = 'refresh_families'::regclass`,
    );
    await pool.end();
    const indexed = rows.map(({ name }) => name);
    expect([indexed, changed]).toEqual([
      expect.arrayContaining(['user_id']),
      expect.arrayContaining(['token_hash']),
    ]);
    expect(changed.filter((name) => indexed.includes(name))).toEqual([]);
  });

  test.each([
    ['another chain', { familyId: randomUUID() }],
    ['another client', { clientId: 'demo-rp' }],
    ['another generation', { generation: 1 }],
    ['another token', { tokenHash: 'f'.repeat(64) }],
    ['another link', { linkHash: 'f'.repeat(64) }],
    ['the idle end', { nowMs: startMs + 30 * dayMs }],
    ['the absolute end', { nowMs: startMs + 90 * dayMs }],
  ])('does not rotate for %s', async (_what, changes) => {
    const { families, pickup, eventsOf } = await open();
    expect(await families.rotate(createRotation(pickup, changes))).toBe(false);
    expect((await families.findById(pickup.device.id))?.generation).toBe(0);
    expect(await eventsOf(pickup.device.id)).toEqual([]);
  });

  test('of 50 rotations of one token one wins', async () => {
    const { families, pickup } = await open();
    const won = await Promise.all(Array.from({ length: 50 }, () => families.rotate(createRotation(pickup))));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await families.findById(pickup.device.id))?.generation).toBe(1);
  });

  test('of 50 rotations at once, each of a family at its limit, none wins', async () => {
    const { families, pickup } = await open();
    const limit = { rotations: 1, windowMs: 600_000 };
    const first = createRotation(pickup, { limit });
    await families.rotate(first);
    const next = { generation: 1, tokenHash: first.nextTokenHash, linkHash: first.nextLinkHash, limit };
    const won = await Promise.all(
      Array.from({ length: 50 }, () => families.rotate(createRotation(pickup, next))),
    );
    expect(won).toEqual(Array<boolean>(50).fill(false));
    expect(await families.findById(pickup.device.id)).toMatchObject({
      tokenHash: next.tokenHash,
      rotations: 1,
    });
  });

  test('of many strikes at once three count and one revokes', async () => {
    const { families, pickup, eventsOf } = await open();
    const current = { id: pickup.device.id, generation: 0, tokenHash: pickup.tokenHash };
    await Promise.all(Array.from({ length: 10 }, () => families.strike(current, startMs)));
    const events = await eventsOf(pickup.device.id);
    expect(events.filter((type) => type === 'refresh.binding_mismatch')).toHaveLength(3);
    expect(events.filter((type) => type === 'family.revoked')).toHaveLength(1);
  });

  test('revokes for one caller, and then rotates for nobody', async () => {
    const { families, pickup, eventsOf } = await open();
    const revoked = await Promise.all(
      Array.from({ length: 10 }, () => families.revoke(pickup.device.id, 'reuse', startMs)),
    );
    expect(revoked.filter(Boolean)).toHaveLength(1);
    expect(await families.rotate(createRotation(pickup))).toBe(false);
    expect(await eventsOf(pickup.device.id)).toEqual(['family.revoked']);
  });

  async function openAt(families: FamilyStore, userId: string, nowMs: number): Promise<string> {
    const pickup = createPickup({ approval: createApproval({ userId }), nowMs });
    await families.open(pickup);
    return pickup.device.id;
  }

  test('what a person has beyond a number ends, the longest unused first; 20 at once end as many as one', async () => {
    const { families } = createStore();
    const userId = randomUUID();
    const foreign = await openAt(families, randomUUID(), startMs - 9000);
    const ids: string[] = [];
    for (const ago of [1000, 3000, 2000, 5000, 4000]) ids.push(await openAt(families, userId, startMs - ago));
    expect(await families.endSurplus(userId, 5, startMs)).toBe(0);
    const ended = await Promise.all(
      Array.from({ length: 20 }, () => families.endSurplus(userId, 3, startMs)),
    );
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(2);
    const over = await Promise.all([...ids, foreign].map((id) => isFamilyRevoked(families, id)));
    expect(over).toEqual([false, false, false, true, true, false]);
  });
});
