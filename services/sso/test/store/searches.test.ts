import { useTestDatabase } from '@latchkey/testing';
import { createApprovedDeviceStore } from '../../src/store/approved-device-store.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { openDatabase } from './open-database.ts';

const testDatabase = useTestDatabase('sso', openDatabase);

/** Lets somebody approve a device through the store that writes, or verify its code only. */
async function approve(userId: string, isDecided = true) {
  const history = createDeviceHistoryStore(testDatabase().pool, (error) => {
    throw error;
  });
  const request = createDeviceRequest();
  const device = { ...request, state: 'pending', wrongPasswords: 0 } as const;
  if (isDecided) await history.recordApproved(device, createApproval({ userId }));
  else await history.recordVerified(device, userId);
  return request;
}

test.each([
  ['for its pickup', 'approved_waiting_pickup'],
  ['for a decision', 'pending'],
])(
  'a device waits %s for a minute beyond its code, for its person and its client only',
  async (_what, state) => {
    const isDecided = state !== 'pending';
    const userId = `waiting ${state}`;
    const { id, clientId, deviceCodeHash, expiresAtMs } = await approve(userId, isDecided);
    const store = createApprovedDeviceStore(testDatabase().database);
    const endMs = expiresAtMs + 60_000;
    const handles = [{ id, clientId, deviceCodeHash, familyId: null, state }];
    expect(await store.findWaiting(userId, endMs - 1, clientId)).toEqual(handles);
    expect(await store.findWaiting(userId, endMs - 1)).toEqual(handles);
    expect(await store.findWaiting(userId, endMs)).toEqual([]);
    expect(await store.findWaiting(userId, startMs, 'other')).toEqual([]);
    expect(await store.findWaiting('user-2', startMs)).toEqual([]);
    expect((await store.find(userId, id.toUpperCase()))?.id).toBe(isDecided ? id : undefined);
  },
);

test('a consent is taken back by one of 20 callers', async () => {
  const { clientId } = await approve('giver');
  const store = createConsentStore(testDatabase().database);
  const wins = await Promise.all(
    Array.from({ length: 20 }, () => store.revoke('giver', clientId, startMs + 60_000)),
  );
  expect(wins.filter(Boolean)).toHaveLength(1);
});
