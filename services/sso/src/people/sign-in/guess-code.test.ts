import { randomUUID } from 'node:crypto';
import { createProcessAttempts } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import { guessCode, lookUpMs } from './guess-code.ts';

const network = { name: 'network', factor: 1 };
const browser = { name: 'browser', factor: 1 };
const keys = [network, browser];

function createPorts(limit = 2) {
  let nowMs = 1_000;
  const now = () => nowMs;
  const settings = { codeGuesses: { limit, windowMs: 600_000, heldMs: lookUpMs } };
  const pause = (milliseconds: number) => {
    nowMs += milliseconds;
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  return { now, newId: randomUUID, pause, attempts: createProcessAttempts({ now }), settings };
}

const good = () => Promise.resolve('device');
const bad = () => Promise.resolve(undefined);

async function waitOf(act: Promise<unknown>): Promise<number | undefined> {
  const error = await act.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).code).toBe('throttled');
  return (error as ApiError).retryAfterSeconds;
}

test('one key without slots is enough, and costs the other key nothing', async () => {
  const ports = createPorts();
  for (let index = 0; index < 2; index += 1) await guessCode(ports, [browser], bad);
  for (let index = 0; index < 5; index += 1) await waitOf(guessCode(ports, keys, good));
  expect(await guessCode(ports, [network], good)).toBe('device');
});

test('a look-up that fails costs nothing', async () => {
  const ports = createPorts(1);
  const fault = new Error('redis is gone');
  await expect(guessCode(ports, keys, () => Promise.reject(fault))).rejects.toBe(fault);
  expect(await guessCode(ports, keys, good)).toBe('device');
});

test('one that never ends is not waited for for ever, and its slot is free again in time', async () => {
  const ports = createPorts(1);
  void guessCode(ports, keys, () => new Promise<string>(() => {}));
  expect(await waitOf(guessCode(ports, keys, good))).toBe(8);
  await ports.pause(8_000);
  expect(await guessCode(ports, keys, good)).toBe('device');
});
