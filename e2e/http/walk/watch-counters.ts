import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import type { Call } from './route-case.ts';

/** What MONITOR prints of a command: its database, where it came from, its words. */
const monitored = /^\+[\d.]+ \[(\d+) \S+\] "(.*)"$/;

/** Where the services keep counters in Redis. */
const counterKey = /^[a-z:-]*attempts:(.*)$/;

export interface CounterWatch {
  /** The same call, which adds to `asked` the kinds of counters that the services ask Redis about while it runs. */
  listen(call: Call, asked: Set<string>): Call;
  stop(): void;
}

/** Watches the counters in the database of Redis that the address of a service names; as a user who may do everything. */
export async function watchCounters(serviceUrl: string): Promise<CounterWatch> {
  const { pathname } = new URL(serviceUrl);
  const address = Object.assign(new URL(process.env['TEST_REDIS_URL'] ?? ''), { pathname });
  const redis = new Redis(address.href);
  // ioredis takes a line that comes in one packet with the answer to MONITOR for an answer too many.
  const monitor = connect(Number(address.port), address.hostname);
  if (address.password) monitor.write(`AUTH ${address.username || 'default'} ${address.password}\r\n`);
  monitor.write('MONITOR\r\n');
  const seen = new Set<string>();
  let onMark: (mark: string) => void = () => undefined;
  const lines = createInterface({ input: monitor });
  await once(lines, 'line');
  lines.on('line', (line) => {
    const [, its, text = ''] = monitored.exec(line) ?? [];
    if (its !== pathname.slice(1)) return;
    const words = text.split('" "');
    if (words[0] === 'echo') onMark(words[1] ?? '');
    for (const word of words) {
      const [, name] = counterKey.exec(word) ?? [];
      if (name !== undefined) seen.add(/^\w[\w-]*(?=:)/.exec(name)?.[0] ?? 'key');
    }
  });
  /** Resolves when all that Redis did before has been seen. */
  async function catchUp(): Promise<void> {
    const mark = crypto.randomUUID();
    const isSeen = new Promise<void>((resolve) => {
      onMark = (seenMark) => seenMark === mark && resolve();
    });
    await redis.echo(mark);
    await isSeen;
  }
  return {
    listen(call, asked) {
      return async (...sent) => {
        await catchUp();
        seen.clear();
        const answer = await call(...sent);
        await catchUp();
        for (const kind of seen) asked.add(kind);
        return answer;
      };
    },
    stop() {
      monitor.destroy();
      redis.disconnect();
    },
  };
}
