import { slicePage } from '@latchkey/pagination';
import {
  waitingBeyondExpiryMs,
  type ApprovedDevice,
  type ApprovedDevices,
  type DeviceHandle,
} from '../../src/consent/approved-devices.ts';

export interface ApprovedRow extends ApprovedDevice, DeviceHandle {
  readonly userId: string;
}

/** The Postgres store's twin over rows that are given; the same contract suite holds both. */
export function createMemoryApprovedDevices(rows: readonly ApprovedRow[]): ApprovedDevices {
  const handle = ({ id, clientId, deviceCodeHash, familyId }: ApprovedRow) => ({
    id,
    clientId,
    deviceCodeHash,
    familyId,
  });
  return {
    search(userId, { clientId, state, createdFrom, createdTo }, plan) {
      const found = rows.filter(
        (row) =>
          row.userId === userId &&
          (clientId === undefined || row.clientId === clientId) &&
          (state === undefined || row.state === state) &&
          (createdFrom === undefined || row.createdAt >= createdFrom) &&
          (createdTo === undefined || row.createdAt < createdTo),
      );
      const slice = slicePage(found, plan, ({ createdAt, id }) => ({ createdAtMs: createdAt.getTime(), id }));
      return Promise.resolve({ ...slice, items: slice.items.map(toDevice) });
    },
    find(userId, id) {
      const row = rows.find((one) => one.userId === userId && one.id === id.toLowerCase());
      return Promise.resolve(row && handle(row));
    },
    findWaiting(userId, nowMs, clientId) {
      const isWaiting = (row: ApprovedRow) =>
        row.userId === userId &&
        (clientId === undefined || row.clientId === clientId) &&
        row.expiresAt.getTime() > nowMs - waitingBeyondExpiryMs &&
        row.familyId === null &&
        row.redeemedAt === null;
      return Promise.resolve(rows.filter(isWaiting).map(handle));
    },
  };
}

function toDevice({ userId: _userId, deviceCodeHash: _hash, ...device }: ApprovedRow) {
  return device;
}
