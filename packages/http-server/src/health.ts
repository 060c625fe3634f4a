import type { Express, Request, Response } from 'express';
import { httpStatus, successStatus } from './http-status.ts';

export type HealthChecks = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Mounts /health/live (the process runs) and /health/ready (it can serve; 503 while draining or a dependency is down). A
 * dependency that answers later than `limitMs` counts as down.
 */
export function mountHealth(app: Express, checks: HealthChecks, limitMs = 2_000): { drain(): void } {
  let draining = false;
  app.get('/health/live', (_request: Request, response: Response) => {
    response.status(successStatus).json({ status: 'live' });
  });
  app.get('/health/ready', async (_request: Request, response: Response) => {
    const names = Object.keys(checks);
    const up = await Promise.all(Object.values(checks).map((check) => passes(check, limitMs)));
    const down = names.filter((_, index) => !up[index]);
    const ready = !draining && down.length === 0;
    const status = ready ? 'ready' : draining ? 'draining' : 'unavailable';
    response.status(ready ? successStatus : httpStatus('upstream_unavailable')).json({ status, down });
  });
  return { drain: () => void (draining = true) };
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
