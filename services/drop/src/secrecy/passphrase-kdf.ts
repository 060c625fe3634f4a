import { createGate, type Schedule } from '@latchkey/secrets';
import { errors } from '../errors.ts';

type Derive = (key: string, salt: Uint8Array) => Promise<Uint8Array>;

/**
 * Queues `work`, runs it in its turn and gives it the derivation of key material from a caller's key. `work` may refuse
 * before it spends a derivation. Throws overloaded (503) at once when the queue is full, and after 10 s in the queue.
 */
export type PassphraseKdf = <Result>(work: (derive: Derive) => Promise<Result>) => Promise<Result>;

/** Source: contract part 3 "Secrecy", which names no time limit. */
const limits = {
  concurrency: 2,
  queueLength: 64,
  waitMs: 10_000,
  overloaded: errors.overloaded,
  retryAfterSeconds: 1,
};

/** `derive` is argon2id(key, salt, m=19456 t=2 p=1) with 32 bytes out: slow and memory-hard, so few run at a time. */
export function createPassphraseKdf(derive: Derive, schedule?: Schedule): PassphraseKdf {
  const gate = createGate({ ...limits, schedule });
  return (work) => gate(() => work(derive));
}
