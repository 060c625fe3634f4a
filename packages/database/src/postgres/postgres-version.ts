/** The oldest major version that the tests run on. */
const oldest = 15;

interface Connection {
  query(sql: string): Promise<{ readonly rows: readonly unknown[] }>;
}

/**
 * Rejects with a sentence where PostgreSQL is older than the tests run on: nobody knows what works there. Source:
 * contract part 0 "Every service".
 */
export async function assertPostgresVersion(connection: Connection): Promise<void> {
  const { rows } = await connection.query('show server_version');
  const [found] = rows as readonly { server_version: string }[];
  const version = found?.server_version ?? '';
  if (Number.parseInt(version, 10) < oldest)
    throw new Error(`PostgreSQL ${version} is too old: ${oldest} or newer is needed.`);
}

/** The same as a check of readiness, which asks until it has succeeded once. */
export function createVersionCheck(connection: Connection): () => Promise<void> {
  let isNewEnough = false;
  return async () => {
    if (!isNewEnough) await assertPostgresVersion(connection);
    isNewEnough = true;
  };
}
