import { randomBytes, randomUUID } from 'node:crypto';
import type { DeviceApproval, DeviceRequest, HeldApproval } from '../src/oauth/device/device.ts';
import { createUserCode, endingOf } from '../src/oauth/device/user-code.ts';
import { browserHashOf } from '../src/people/sign-in/held-approval.ts';
import { createSignedState } from '../src/store/signed-state.ts';

/** When every test's device authorization starts. */
export const startMs = Date.parse('2026-11-01T12:00:00Z');

/** What the tests' stores sign their state with. */
export const testStateKey = { kid: 'test', key: Buffer.alloc(32, 5) };
export const testState = createSignedState([testStateKey]);

/** A device authorization of `demo-cli` that lives 600 s and is polled every 5 s, changed as a test asks. */
export function createDeviceRequest(changes: Partial<DeviceRequest> = {}): DeviceRequest {
  const deviceCodeHash = randomBytes(32).toString('hex');
  return {
    id: randomUUID(),
    road: 'device',
    deviceCodeHash,
    userCode: createUserCode(deviceCodeHash, randomBytes),
    clientId: 'demo-cli',
    clientName: 'Demo CLI',
    registeredBy: { kind: 'installation', name: null },
    scope: 'openid offline_access',
    audience: ['https://api.example.test'],
    ip: '192.0.2.1',
    userAgent: 'curl/8.5.0',
    devicePolicy: 'any',
    createdAtMs: startMs,
    expiresAtMs: startMs + 600_000,
    intervalSeconds: 5,
    ...changes,
  };
}

/** The approval of `user-1`, a minute after the start. */
export function createApproval(changes: Partial<DeviceApproval> = {}): DeviceApproval {
  return {
    userId: 'user-1',
    email: 'demo@latchkey.test',
    amr: ['pwd'],
    authTime: startMs / 1000 + 60,
    tokensValidAfterMs: 0,
    clientId: 'demo-cli',
    approvedFrom: '198.51.100.7',
    scope: 'openid offline_access',
    audience: ['https://api.example.test'],
    approvedAtMs: startMs + 60_000,
    ...changes,
  };
}

/** The same approval, of the browser with the secret `secret`, that waits for its number. */
export function createHeld(changes: Partial<DeviceApproval> = {}): HeldApproval {
  return { approval: createApproval(changes), browserHash: browserHashOf({ browserSecret: 'secret' }) };
}

/** Where Redis keeps the record of a device code. */
export const deviceKey = (hash: string) => `sso:device:{${endingOf(hash)}}:${hash}`;

/** Where Redis keeps the hash of the device code that belongs to a user code. */
export const userCodeKey = (userCode: string) => `sso:user-code:{${userCode.slice(-2)}}:${userCode}`;
