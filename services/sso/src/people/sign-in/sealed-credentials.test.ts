import { randomBytes } from 'node:crypto';
import { createClock } from '@latchkey/testing';
import { createCredentialSealer } from './sealed-credentials.ts';

const older = { kid: 'old', key: Buffer.alloc(32, 1) };
const newer = { kid: 'new', key: Buffer.alloc(32, 2) };
const credentials = { email: 'ada@example.test', password: 'given once', code: '123456', least: 12 };
const startMs = 1_000_000;

function createSealer(keys = [older]) {
  const clock = createClock(startMs);
  return { ...createCredentialSealer({ keys, now: clock.now, randomBytes }), clock };
}

test('what is sealed opens in the same browser, with the time at which it was typed', () => {
  const { seal, open, clock } = createSealer();
  const sealed = seal('browser', credentials);
  clock.advance(599);
  expect(open('browser', sealed)).toEqual({ ...credentials, typedAtMs: startMs });
});

test('shows nothing of what it holds', () => {
  const sealed = createSealer().seal('browser', credentials);
  const bytes = Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1');
  for (const secret of [credentials.email, credentials.password, credentials.code])
    expect(sealed + bytes).not.toContain(secret);
});

test('after a rotation the older key still opens, and the newer one seals', () => {
  const sealed = createSealer([older]).seal('browser', credentials);
  const rotated = createSealer([newer, older]);
  expect(rotated.open('browser', sealed)).toMatchObject(credentials);
  expect(rotated.seal('browser', credentials)).toMatch(/^new\./);
  expect(createSealer([newer]).open('browser', sealed)).toBeUndefined();
});

test('no key is a fault of the program', () => {
  expect(() => createSealer([])).toThrow('sealed credentials need a key');
});
