import { ApiError } from '@latchkey/errors';

const bland = { code: 'internal', message: 'Internal error' } as const;
const unavailable = { code: 'upstream_unavailable', message: 'A dependency is not available' } as const;

/** Seconds after which a caller may try again when a dependency is down. */
const retryAfterSeconds = 2;

/**
 * Node system errors, Postgres SQLSTATEs (08 connection, 53 resources, 57P shutdown, 57014 statement timeout, 25006
 * read-only replica, 40 and 55P03 a rival transaction), Prisma's codes for the same and Redis replies that all mean:
 * the dependency cannot serve for the moment.
 */
const lostConnection =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08\w{3}|53\w{3}|57P0\d|57014|25006|40001|40P01|55P03|P10(01|02|08|17)|P20(24|28|34|37))$/;
const lostRedis =
  /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|OOM|MISCONF|BUSY)\b|Connection is closed|Stream isn't writeable|Command timed out|None of startup nodes is available|Cluster isn't ready|Failed to refresh slots cache/;
const lostDatabase =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|(Can't|Cannot) reach database server|server (has )?closed the connection|Client has encountered a connection error/i;

/** Whether an error, or one that caused it, says that a dependency cannot serve for the moment. */
export type IsDependencyLost = (error: unknown) => boolean;

/**
 * Turns whatever was thrown into what the caller is told: an ApiError as it is, a lost dependency as 503 with
 * Retry-After, anything else blandly.
 */
export function toApiError(thrown: unknown, isLost: IsDependencyLost): ApiError {
  if (thrown instanceof ApiError) {
    const down = thrown.code === 'upstream_unavailable' || thrown.code === 'temporarily_unavailable';
    if (!down || thrown.retryAfterSeconds !== undefined) return thrown;
    return new ApiError(thrown.spec, { retryAfterSeconds, detail: thrown.detail, cause: thrown });
  }
  if (isLost(thrown)) return new ApiError(unavailable, { retryAfterSeconds, cause: thrown });
  return new ApiError(bland, { cause: thrown });
}

/** How deep an error's causes are followed. */
const maxDepth = 8;

/** True when an error, or one that caused it, says that Postgres, Redis or a socket to them is gone. */
export function isDependencyLost(thrown: unknown, depth = 0): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > maxDepth) return false;
  const error = thrown as Record<string, unknown>;
  const codes = [error['code'], error['originalCode']];
  if (codes.some((code) => typeof code === 'string' && lostConnection.test(code))) return true;
  if (error['name'] === 'MaxRetriesPerRequestError' || error['kind'] === 'DatabaseNotReachable') return true;
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  if (lostRedis.test(message) || lostDatabase.test(message)) return true;
  // Prisma keeps the driver's error under meta.driverAdapterError.cause; Node puts one per address in errors.
  const inner = [error['cause'], error['meta'], error['driverAdapterError']].concat(error['errors'] ?? []);
  return inner.some((one) => isDependencyLost(one, depth + 1));
}
