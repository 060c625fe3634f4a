import type { DeviceHistory } from '../../src/device/device-history.ts';
import type { DeviceRequest } from '../../src/device/device.ts';
import type { OutboxEvent } from '../../src/event/event.ts';

/** The Postgres store's twin; the same contract suite holds both. `events` collects what goes to the outbox. */
export function createMemoryDeviceHistory(events: OutboxEvent[]): DeviceHistory {
  function record(
    type: OutboxEvent['type'],
    { id, clientId }: Pick<DeviceRequest, 'id' | 'clientId'>,
    occurredAtMs: number,
    more: OutboxEvent['data'] = {},
  ): Promise<void> {
    events.push({ type, occurredAtMs, data: { device_id: id, client_id: clientId, ...more } });
    return Promise.resolve();
  }
  return {
    recordIssued: (request) => record('device.issued', request, request.createdAtMs),
    recordApproved: (device, { userId, approvedAtMs }) =>
      record('device.approved', device, approvedAtMs, { user_id: userId }),
    recordFailed: (device, reason, nowMs) => record('device.denied', device, nowMs, { reason }),
    recordExpired: (device, nowMs) => record('device.expired', device, nowMs),
  };
}
