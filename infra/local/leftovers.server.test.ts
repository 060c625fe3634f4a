import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNotRunning, endLeftovers, isAlive, lockRunner, noteProcess } from './leftovers.ts';
import { createTeardown } from './teardown.ts';

const mark = 'infra/local/start.ts';

function startSleeper(): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")', mark]);
  return new Promise((resolve) => child.stdout.once('data', () => resolve({ child, pid: child.pid ?? 0 })));
}

describe('after a runner was killed', () => {
  let folder: string;
  let sleeper: { child: ChildProcess; pid: number };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-leftovers-'));
    sleeper = await startSleeper();
  });

  afterEach(() => {
    sleeper.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('what it left is ended and forgotten', async () => {
    noteProcess(join(folder, 'sso.log'), { pid: sleeper.pid, mark });
    const gone = new Promise((resolve) => sleeper.child.once('exit', (_, signal) => resolve(signal)));
    await endLeftovers(folder);
    expect(await gone).toBe('SIGINT');
    expect(existsSync(join(folder, 'sso.pid'))).toBe(false);
  });

  test('a number that belongs to another process now is left alone', async () => {
    noteProcess(join(folder, 'sso.log'), { pid: sleeper.pid, mark: 'src/main.ts' });
    await endLeftovers(folder);
    expect(isAlive({ pid: sleeper.pid, mark })).toBe(true);
  });
});

describe('two runners of one folder', () => {
  test('the second learns which process runs; after its end it may start, and cleans up', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'));
    const { child, pid } = await startSleeper();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(join(folder, 'runner.pid'), String(pid));
    try {
      expect(() => assertNotRunning(folder)).toThrow(
        `Latchkey already runs from this folder (process ${pid}). Stop it with Ctrl-C there first.`,
      );
    } finally {
      child.kill('SIGKILL');
      await gone;
    }
    const teardown = createTeardown();
    lockRunner(folder, teardown);
    await teardown.run();
    expect(existsSync(join(folder, 'runner.pid'))).toBe(false);
    rmSync(folder, { recursive: true });
  });
});
