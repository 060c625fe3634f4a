import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestKeys, forgeToken } from '@latchkey/testing';
import { findFreePort } from '../../infra/local/ports.ts';
import { startService, type ServiceProcess } from '../../infra/local/service-process.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

const issuer = 'http://sso.example.test';
const audience = 'http://drop.example.test';
/** Only ends a request that hangs. */
const hangMs = 300_000;

/** What a drop process answered. */
export interface Answer {
  readonly status: number;
  /** The service's own id of the request; '' when it gave no answer. */
  readonly requestId: string;
  readonly data: Record<string, unknown>;
  readonly code: string | undefined;
}

interface Member {
  readonly port: number;
  readonly process: ServiceProcess;
}

/** Several drop processes on one database, with no sso in reach: they know its keys from a file. */
export async function startDropFleet(
  input: { databaseUrl: string; redisUrl?: string; size: number; environment?: Record<string, string> },
  teardown: Teardown,
) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-drop-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const { kid, publicKey } = createTestKeys();
  const jwksFile = join(folder, 'jwks.json');
  writeFileSync(jwksFile, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid }] }));
  const shared = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    HOST: '127.0.0.1',
    IDENTITY_ISSUER: issuer,
    DROP_URL: audience,
    DATABASE_URL: input.databaseUrl,
    DATABASE_POOL_SIZE: '16',
    JWKS_FILE: jwksFile,
    CURSOR_KEYS: `k1:${randomBytes(32).toString('base64url')}`,
    DROP_PEPPER_KEYS: `p1:${randomBytes(32).toString('base64url')}`,
    ...(input.redisUrl === undefined ? {} : { REDIS_URL: input.redisUrl }),
    ...input.environment,
  };

  const members: Member[] = [];
  for (let index = 0; index < input.size; index += 1) {
    const port = await findFreePort();
    const logDir = join(folder, `drop-${index}`);
    const process = await startService('drop', { ...shared, PORT: String(port) }, logDir, teardown);
    members.push({ port, process });
  }

  /** A token of `sub`, as sso would sign it. */
  function tokenOf(sub: string): string {
    const iat = Math.floor(Date.now() / 1000);
    const fixed = { iss: issuer, aud: [audience], iat, nbf: iat, exp: iat + 86_400, jti: randomUUID(), sub };
    const claims = { ...fixed, sid: 's', client_id: 'c', scope: '', token_use: 'user', pk: 'user' };
    return forgeToken(claims);
  }

  /** Posts to one of the processes; status 0 when it gave no answer. */
  async function post(member: number, path: string, body: object): Promise<Answer> {
    const port = members[member % members.length]?.port;
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(hangMs),
      });
      const { data, code } = (await response.json()) as { data: Answer['data'] | null; code?: string };
      const requestId = response.headers.get('x-request-id') ?? '';
      return { status: response.status, requestId, data: data ?? {}, code };
    } catch {
      return { status: 0, requestId: '', data: {}, code: undefined };
    }
  }

  /** Everything the processes have logged. */
  const readLogs = () => members.map(({ process: { logFile } }) => readFileSync(logFile, 'utf8')).join('');

  /** The most memory that a process has held so far, in bytes; 0 where the system does not tell. */
  const readPeakBytes = (index: number): number => {
    if (process.platform !== 'linux') return 0;
    const status = readFileSync(`/proc/${members[index]?.process.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
  };

  /** Ends a process at once. */
  const kill = async (index: number): Promise<void> => members[index]?.process.kill();

  const urls = members.map(({ port }) => `http://127.0.0.1:${port}`);
  return { urls, post, kill, tokenOf, readLogs, readPeakBytes };
}

export type DropFleet = Awaited<ReturnType<typeof startDropFleet>>;
