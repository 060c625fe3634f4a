import type { DeviceHistory } from '../../src/device/device-history.ts';
import type { DeviceAuthorization, DeviceRequest } from '../../src/device/device.ts';
import type { OutboxEvent } from '../../src/event/event.ts';
import { describeApproval, nameOf } from '../../src/store/device-history-store.ts';

type Row = Pick<DeviceRequest, 'id' | 'clientId' | 'deviceCodeHash' | 'expiresAtMs'> & {
  state: 'pending' | 'approved' | 'failed' | 'expired';
};

/** The Postgres store's twin; the same contract suite holds both. `events` collects what goes to the outbox. */
export function createMemoryDeviceHistory(events: OutboxEvent[]): DeviceHistory {
  const rows = new Map<string, Row>();

  function tell(
    type: OutboxEvent['type'],
    { id, clientId }: Pick<Row, 'id' | 'clientId'>,
    occurredAtMs: number,
    more: OutboxEvent['data'] = {},
  ): void {
    events.push({ type, occurredAtMs, data: { device_id: id, client_id: clientId, ...more } });
  }
  /** A row that was never issued counts as pending, for tests that start in the middle. */
  function move(
    device: DeviceAuthorization,
    to: Row['state'],
    from: (state: Row['state']) => boolean,
  ): boolean {
    const row = rows.get(device.id) ?? { ...device, state: 'pending' };
    if (!from(row.state)) return false;
    rows.set(device.id, { ...row, state: to });
    return true;
  }
  function approve(device: DeviceAuthorization, approval = device.approval): void {
    if (approval === undefined || !move(device, 'approved', (state) => state === 'pending')) return;
    const facts = describeApproval(device, approval);
    tell('device.approved', device, approval.approvedAtMs, { user_id: approval.userId, ...facts });
  }
  return {
    async recordIssued(request) {
      rows.set(request.id, { ...request, state: 'pending' });
      tell('device.issued', request, request.createdAtMs);
    },
    recordApproved: async (device, approval) => approve(device, approval),
    async recordFailed(device, reason, nowMs, from = '') {
      approve(device);
      const { boundUserId: user_id, ip: request_ip } = device;
      const isOwn = reason === 'denied' && user_id !== undefined;
      if (move(device, 'failed', (state) => state !== 'failed'))
        tell('device.denied', device, nowMs, {
          reason,
          ...(isOwn && { user_id, request_ip, browser_ip: from }),
          ...nameOf(device),
        });
    },
    async recordExpired(device, nowMs) {
      approve(device);
      if (move(device, 'expired', (state) => state !== 'expired')) tell('device.expired', device, nowMs);
    },
    async findUnsettled(endedBeforeMs, limit) {
      const ended = [...rows.values()].filter(
        ({ state, expiresAtMs }) => state === 'pending' && expiresAtMs < endedBeforeMs,
      );
      return ended.slice(0, limit).map(({ id, deviceCodeHash }) => ({ id, deviceCodeHash }));
    },
    async recordLapsed(ids, nowMs) {
      const lapsed = ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === 'pending');
      for (const row of lapsed) {
        row.state = 'expired';
        tell('device.expired', row, nowMs);
      }
      return lapsed.length;
    },
  };
}
