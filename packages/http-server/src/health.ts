import { httpStatus } from '@latchkey/contracts';
import type { Request, Response } from 'express';
import { successStatus } from './http-status.ts';
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

/**
 * Makes /health/live (the process runs) and /health/ready (it can serve; 503 while draining or a dependency is down). A
 * dependency that answers later than `limitMs` counts as down.
 */
export function createHealth(checks: HealthChecks, limitMs = 2_000): Health {
  let draining = false;
  const live = (_request: Request, response: Response): void => {
    response.status(successStatus).json({ status: 'live' });
  };
  const ask = async () =>
    new Map(
      await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await passes(check, limitMs)] as const),
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

async function passes(check: () => Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const answered = (async () => check())().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
