import { hashSecret } from '@latchkey/secrets';
import type { DeviceStore } from './device-store.ts';
import type { DeviceRequest } from './device.ts';
import { createUserCode } from './user-code.ts';

/** The default of a client's setting and its limits, in seconds. */
export interface Bounds {
  readonly standard: number;
  readonly floor: number;
  readonly ceiling: number;
}

export interface DeviceStart {
  readonly devices: Pick<DeviceStore, 'create'>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Buffer;
  readonly settings: { readonly deviceCodeTtl: Bounds; readonly pollInterval: Bounds };
}

export interface RequestedDevice extends Omit<
  DeviceRequest,
  'id' | 'road' | 'app' | 'deviceCodeHash' | 'userCode' | 'createdAtMs' | 'expiresAtMs' | 'intervalSeconds'
> {
  readonly ttlSeconds: number | null;
  readonly intervalSeconds: number | null;
}

/** User codes have 34.6 bits, so two collisions in a row do not happen by chance. */
const attempts = 5;

/**
 * Starts a device authorization with a device code of 256 random bits, stored only hashed, and a user code that no
 * other live authorization has. Throws Error when it finds no free user code. Source: RFC 8628 3.2,
 * contract part 1 "Device authorization".
 */
export async function startDeviceAuthorization(
  start: DeviceStart,
  requested: RequestedDevice,
): Promise<{ deviceCode: string; request: DeviceRequest }> {
  const { ttlSeconds, intervalSeconds, ...asked } = requested;
  const createdAtMs = start.now();
  const deviceCode = start.randomBytes(32).toString('base64url');
  const deviceCodeHash = hashDeviceCode(deviceCode);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const request: DeviceRequest = {
      ...asked,
      id: start.newId(),
      road: 'device',
      deviceCodeHash,
      userCode: createUserCode(deviceCodeHash, start.randomBytes),
      createdAtMs,
      expiresAtMs: createdAtMs + clamp(ttlSeconds, start.settings.deviceCodeTtl) * 1000,
      intervalSeconds: clamp(intervalSeconds, start.settings.pollInterval),
    };
    if (await start.devices.create(request)) return { deviceCode, request };
  }
  throw new Error('found no free user code');
}

/** The key of a device authorization in the store: the lower-case hex SHA-256 of its device code. */
export function hashDeviceCode(deviceCode: string): string {
  return hashSecret(deviceCode);
}

function clamp(seconds: number | null, { standard, floor, ceiling }: Bounds): number {
  return Math.min(Math.max(seconds ?? standard, floor), ceiling);
}
