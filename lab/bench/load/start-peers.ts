import { join } from 'node:path';
import { readTail, startProcess } from '../../../infra/local/child-process.ts';
import { accepts, findFreePort, waitUntil } from '../../../infra/local/ports.ts';
import type { Teardown } from '../../../infra/local/teardown.ts';

export interface Peer {
  readonly port: number;
  readonly pid: number;
}

const peersDir = join(import.meta.dirname, '../peers');

/** Starts a server of peers/ on a free port and waits until it listens. */
export async function startPeer(
  file: string,
  { folder, environment }: { folder: string; environment: Readonly<Record<string, string>> },
  teardown: Teardown,
): Promise<Peer> {
  const port = await findFreePort();
  const logFile = join(folder, `${port}.log`);
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), ...environment };
  const running = await startProcess(
    {
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', join(peersDir, file)],
      options: { env },
      logFile,
      mark: file,
      stopSignal: 'SIGTERM',
      stopLimitSeconds: 5,
    },
    teardown,
  );
  const failure = (reason: string) => new Error(`${file} ${reason}:\n${readTail(logFile)}`);
  const isUp = async (): Promise<boolean> => {
    if (running.hasEnded()) throw failure('ended while starting');
    return accepts('127.0.0.1', port);
  };
  await waitUntil(isUp, () => failure('does not listen'));
  return { port, pid: running.pid };
}
