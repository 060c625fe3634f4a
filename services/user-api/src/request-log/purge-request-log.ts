import { keptDays, type RequestLogStore } from './request-log.ts';

const dayMs = 24 * 3600 * 1000;
const intervalMs = 3600 * 1000;

/**
 * Removes entries of more than 90 days, now and every hour; several replicas may do so at once. A failure is told to
 * `onError` and the next hour tries again. Answers what stops it.
 */
export function pruneRequestLog(
  ports: { readonly requestLog: Pick<RequestLogStore, 'prune'>; now(): number },
  onError: (error: unknown) => void,
): () => void {
  const prune = () => {
    ports.requestLog.prune(new Date(ports.now() - keptDays * dayMs)).catch(onError);
  };
  prune();
  const timer = setInterval(prune, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
