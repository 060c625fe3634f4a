import { randomUUID } from 'node:crypto';
import { useTestDatabase } from '@latchkey/testing';
import type { FamilySelection, FamilyStore } from '../../src/family/family-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createApproval, startMs } from '../device-request.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { createPickup } from './family-rows.ts';
import { openDatabase } from './open-database.ts';

const store = useTestDatabase('sso', openDatabase);

async function open(
  families: FamilyStore,
  userId: string,
  clientId: string,
  usedAtMs = startMs,
): Promise<string> {
  const pickup = createPickup({ approval: createApproval({ userId }), nowMs: usedAtMs });
  await families.open({ ...pickup, device: { ...pickup.device, clientId } });
  return pickup.device.id;
}

describe('a selection of families', () => {
  const createStore = () => createFamilyStore(store().pool);

  async function openThree() {
    const families = createStore();
    const userId = randomUUID();
    const [first, second] = [await open(families, userId, 'a'), await open(families, userId, 'a')];
    const third = await open(families, userId, 'b');
    const foreign = await open(families, randomUUID(), 'a');
    const revoke = (selection: Partial<FamilySelection>) =>
      families.revokeAll({ userId, ...selection }, 'user', startMs);
    const over = () => {
      return Promise.all([first, second, third, foreign].map((id) => isFamilyRevoked(families, id)));
    };
    return { first, second, third, foreign, revoke, over };
  }

  test('holds nothing of another person, and nothing by what is no id', async () => {
    const { foreign, revoke, over } = await openThree();
    expect(await revoke({ familyId: foreign })).toBe(0);
    expect(await revoke({ familyId: 'no id' })).toBe(0);
    expect(await over()).toEqual([false, false, false, false]);
  });

  test('is one, those of a client, all but one, or all; each is revoked once', async () => {
    const one = await openThree();
    expect(await one.revoke({ familyId: one.first })).toBe(1);
    expect(await one.over()).toEqual([true, false, false, false]);
    expect(await one.revoke({ clientId: 'a' })).toBe(1);
    expect(await one.over()).toEqual([true, true, false, false]);
    const most = await openThree();
    expect(await most.revoke({ keptFamilyId: most.second })).toBe(2);
    expect(await most.over()).toEqual([true, false, true, false]);
    expect(await most.revoke({})).toBe(1);
    expect(await most.over()).toEqual([true, true, true, false]);
  });

  test('is revoked by one of 10 callers', async () => {
    const { revoke } = await openThree();
    const counts = await Promise.all(Array.from({ length: 10 }, () => revoke({})));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('beyond a number is the longest unused of that person; 20 at once end as many as one', async () => {
    const families = createStore();
    const userId = randomUUID();
    const foreign = await open(families, randomUUID(), 'a', startMs - 9000);
    const ids: string[] = [];
    for (const ago of [1000, 3000, 2000, 5000, 4000])
      ids.push(await open(families, userId, 'a', startMs - ago));
    expect(await families.endSurplus(userId, 5, startMs)).toBe(0);
    const ended = await Promise.all(
      Array.from({ length: 20 }, () => families.endSurplus(userId, 3, startMs)),
    );
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(2);
    const over = await Promise.all([...ids, foreign].map((id) => isFamilyRevoked(families, id)));
    expect(over).toEqual([false, false, false, true, true, false]);
  });
});
