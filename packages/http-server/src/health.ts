import { httpStatus } from '@latchkey/contracts';
import type { Request, Response } from 'express';
import { successStatus } from './answer.ts';
import type { OwnPaths } from './types.ts';

/** When it is worth asking again; a draining process is gone by then. */
const retryAfterSeconds = 1;

export type HealthChecks = Readonly<Record<string, () => Promise<unknown>>>;

export interface Health {
  /** For strangers: whether the service is ready, and not what it lacks. */
  readonly publicPaths: OwnPaths;
  /** The same with the names of the dependencies that are down. */
  readonly internalPaths: OwnPaths;
  drain(): void;
  /** Whether each dependency is up. */
  ask(): Promise<ReadonlyMap<string, boolean>>;
}

export interface HealthOptions {
  /** A dependency that answers later is down. */
  readonly limitMs?: number;
  /** Called when a dependency is found down, and not again until it was up. */
  readonly onDown?: (dependency: string, reason: unknown) => void;
  readonly onUp?: (dependency: string) => void;
}

/**
 * Makes /health/live (the process runs) and /health/ready (it can serve; 503 while draining or a dependency is down).
 */
export function createHealth(
  checks: HealthChecks,
  { limitMs = 2_000, onDown, onUp }: HealthOptions = {},
): Health {
  let draining = false;
  const downNow = new Set<string>();
  const live = (_request: Request, response: Response): void => {
    response.status(successStatus).json({ status: 'live' });
  };
  async function askOne(name: string, check: () => Promise<unknown>): Promise<boolean> {
    const reason = await findFailure(check, limitMs);
    if (reason === undefined) {
      if (downNow.delete(name)) onUp?.(name);
      return true;
    }
    if (!downNow.has(name)) onDown?.(name, reason);
    downNow.add(name);
    return false;
  }
  const ask = async () =>
    new Map(
      await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await askOne(name, check)] as const),
      ),
    );
  const answerReadiness = (namesDependencies: boolean) => async (_request: Request, response: Response) => {
    const up = await ask();
    const down = [...up.keys()].filter((name) => up.get(name) === false);
    const ready = !draining && down.length === 0;
    const status = ready ? 'ready' : draining ? 'draining' : 'unavailable';
    if (!ready) response.set('Retry-After', String(retryAfterSeconds));
    response
      .status(ready ? successStatus : httpStatus('upstream_unavailable'))
      .json(namesDependencies ? { status, down } : { status });
  };
  const pathsOf = (namesDependencies: boolean) => ({
    '/health/live': live,
    '/health/ready': answerReadiness(namesDependencies),
  });
  return {
    publicPaths: pathsOf(false),
    internalPaths: pathsOf(true),
    drain: () => void (draining = true),
    ask,
  };
}

/** Why a check failed; undefined where it passed. */
async function findFailure(check: () => Promise<unknown>, limitMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<unknown>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`no answer in ${limitMs} ms`)), limitMs);
  });
  const answered = (async () => check())().then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('failed'),
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
