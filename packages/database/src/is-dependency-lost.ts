/**
 * Node system errors, PostgreSQL SQLSTATEs (08 connection, 53 resources, 57P shutdown, 57014 statement timeout, 25006
 * read-only replica, 40 and 55P03 a competing transaction, 55000 a database that takes no connections), Prisma's codes
 * for the same, and Redis errors, also those of a refused password and of what its user may not do. They all mean that the dependency cannot serve for
 * the moment.
 */
const lostConnection =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08\w{3}|53\w{3}|57P0\d|57014|25006|40001|40P01|55000|55P03|P10(01|02|08|17)|P20(24|28|34|37))$/;
const lostRedis =
  /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|OOM|MISCONF|BUSY|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM|DENIED)\b|The user executing the script can't|max number of clients reached|Connection is closed|Stream isn't writeable|Command timed out|Socket timeout|None of startup nodes is available|Cluster isn't ready|Too many Cluster redirections|Failed to refresh slots cache/;
const lostDatabase =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|(Can't|Cannot) reach database server|server (has )?closed the connection|Client has encountered a connection error/i;

/** How many causes of a cause are followed. */
const maxDepth = 8;

/** True when an error, or one that caused it, says that PostgreSQL or Redis cannot serve for the moment. */
export function isDependencyLost(error: unknown): boolean {
  return isLost(error, 0);
}

function isLost(thrown: unknown, depth: number): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > maxDepth) return false;
  const error = thrown as Record<string, unknown>;
  if (saysLost(error)) return true;
  // Prisma keeps the driver's error under meta.driverAdapterError.cause; Node puts one per address in errors.
  const inner = [error['cause'], error['meta'], error['driverAdapterError']].concat(error['errors'] ?? []);
  return inner.some((one) => isLost(one, depth + 1));
}

function saysLost({ code, originalCode, name, kind, message }: Record<string, unknown>): boolean {
  if ([code, originalCode].some((one) => typeof one === 'string' && lostConnection.test(one))) return true;
  if (name === 'MaxRetriesPerRequestError' || kind === 'DatabaseNotReachable') return true;
  return typeof message === 'string' && (lostRedis.test(message) || lostDatabase.test(message));
}

/** PostgreSQL has undone the statement, or it was never sent. */
const undone =
  /^(57014|55P03|40\w{3}|53\w{3}|25006|55000|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const neverSent = /trying to connect|waiting for other calls/;

/** True when Redis answers, and does not let its user do what was asked: somebody has to change that. */
export function isRefusedByRedis(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(NOAUTH|WRONGPASS|NOPERM|DENIED)\b|The user executing the script can't/.test(error.message)
  );
}

/** True when a connection to PostgreSQL was lost while a statement ran, so that nobody knows whether it was committed. */
export function mayHaveCommitted(error: unknown): boolean {
  if (!isDependencyLost(error)) return false;
  const { code, message } = error as Record<string, unknown>;
  return !undone.test(String(code)) && !neverSent.test(String(message));
}
