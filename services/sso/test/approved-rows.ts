import { randomUUID } from 'node:crypto';
import { startMs } from './device-request.ts';
import { database } from './test-servers.ts';

interface DeviceChanges {
  readonly id?: string;
  readonly userId?: string;
  readonly createdAt?: Date;
  /** Of one that was picked up. */
  readonly familyId?: string;
}

/** The row of a device of `user-1` that was approved a second after the start. */
export async function addDevice({ familyId, ...changes }: DeviceChanges = {}): Promise<void> {
  await database.deviceAuthorization.create({
    data: {
      id: randomUUID(),
      deviceCodeHash: randomUUID(),
      userId: 'user-1',
      clientId: 'demo-cli',
      clientName: 'Demo CLI',
      road: 'device',
      scope: 'openid',
      audience: ['https://drop.example.test'],
      ip: '192.0.2.1',
      userAgent: 'Test/1.0',
      state: familyId === undefined ? 'approved_waiting_pickup' : 'redeemed',
      createdAt: new Date(startMs),
      decidedAt: new Date(startMs + 1000),
      expiresAt: new Date(startMs + 600_000),
      familyId: familyId ?? null,
      ...changes,
    },
  });
}

/** The consent of `user-1` to a client, given at the start. */
export async function addConsent(clientId = 'demo-cli'): Promise<void> {
  const [createdAt, updatedAt] = [new Date(startMs), new Date(startMs)];
  const what = { userId: 'user-1', clientId, clientName: 'Demo CLI', scope: ['openid'] };
  await database.consent.create({ data: { ...what, createdAt, updatedAt } });
}

/** The id of the device that was approved by this code, or that picked this family up. */
export async function findDeviceId(
  where: { deviceCodeHash: string } | { familyId: string },
): Promise<string> {
  return (await database.deviceAuthorization.findFirstOrThrow({ where })).id;
}
