#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { homedir } from 'node:os';
import { openTerminal } from '@latchkey/client/login';
import { findConfigDir } from '../src/profile.ts';
import { useProxy } from '../src/proxy.ts';
import { run } from '../src/run.ts';
import { deliver, waitOnClock } from '../src/terminal.ts';

const { env, pid, stdout, stderr } = process;
const interruption = new AbortController();
// A second Ctrl-C ends whatever does not listen.
process.once('SIGINT', () => interruption.abort());
// Whoever reads the output may stop early, as `head` does.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const running = run(process.argv.slice(2), {
  ...openTerminal(),
  configDir: findConfigDir(env, homedir()),
  stdout,
  stderr,
  deliver,
  fetch,
  reachAdvice: useProxy(env),
  clock: { now: Date.now, wait: waitOnClock },
  pid,
  signal: interruption.signal,
});
// The command is built as CommonJS, which has no await out here. A bug ends the process as any rejection does.
void running.then((code) => (process.exitCode = code));
