import { useTestDatabase } from '@latchkey/testing';
import { createApprovedDeviceStore } from '../../src/store/approved-device-store.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { openDatabase } from './open-database.ts';

const testDatabase = useTestDatabase('sso', openDatabase);

/** Lets somebody approve a device through the store that writes. */
async function approve(userId: string) {
  const history = createDeviceHistoryStore(testDatabase().pool, (error) => {
    throw error;
  });
  const request = createDeviceRequest();
  await history.recordIssued(request);
  await history.recordApproved(
    { ...request, state: 'pending', wrongPasswords: 0 },
    createApproval({ userId }),
  );
  return request;
}

test('a device waits for its pickup for a minute beyond its code, for its person and its client only', async () => {
  const { id, clientId, deviceCodeHash, expiresAtMs } = await approve('waiting');
  const store = createApprovedDeviceStore(testDatabase().database);
  const endMs = expiresAtMs + 60_000;
  const handles = [{ id, clientId, deviceCodeHash, familyId: null }];
  expect(await store.findWaiting('waiting', endMs - 1, clientId)).toEqual(handles);
  expect(await store.findWaiting('waiting', endMs - 1)).toEqual(handles);
  expect(await store.findWaiting('waiting', endMs)).toEqual([]);
  expect(await store.findWaiting('waiting', startMs, 'other')).toEqual([]);
  expect(await store.findWaiting('user-2', startMs)).toEqual([]);
  expect((await store.find('waiting', id.toUpperCase()))?.id).toBe(id);
});

test('a consent is taken back by one of 20 callers', async () => {
  const { clientId } = await approve('giver');
  const store = createConsentStore(testDatabase().database);
  const wins = await Promise.all(
    Array.from({ length: 20 }, () => store.revoke('giver', clientId, startMs + 60_000)),
  );
  expect(wins.filter(Boolean)).toHaveLength(1);
});
