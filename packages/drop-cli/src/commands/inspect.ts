import { callDrop } from '../call-drop.ts';
import { findToken } from '../find-token.ts';
import { tell, type Shell } from '../shell.ts';

/** Prints what became of one of your drops. */
export async function showStatus(shell: Shell, id: string): Promise<void> {
  writeJson(shell, await callDrop(shell, '/v1/drop/status', { id }, await findToken(shell)));
}

/** Shreds one of your drops before it is consumed. */
export async function revoke(shell: Shell, id: string): Promise<void> {
  await callDrop(shell, '/v1/drop/revoke', { id }, await findToken(shell));
  tell(shell, `${id} is revoked: nobody can consume it.`);
}

export interface ListOptions {
  readonly limit: string | undefined;
  readonly cursor: string | undefined;
  readonly status: string | undefined;
  readonly kind: string | undefined;
}

/** Prints your drops as a table, newest first, and how to get the next page. */
export async function list(shell: Shell, options: ListOptions): Promise<void> {
  const page = await callDrop(shell, '/v1/drop/list', { ...options }, await findToken(shell));
  const items = page['items'] as readonly Record<string, unknown>[];
  for (const { id, status, size, expires_at: expiresAt, kind } of items) {
    const columns = [id, status, size ?? '-', expiresAt, kind ?? '-'];
    shell.stdout.write(`${columns.map(String).join('\t')}\n`);
  }
  tell(shell, `${items.length} of ${String(page['total_count'])}.`);
  const { next_cursor: cursor } = page;
  if (typeof cursor === 'string') tell(shell, `Next page: --cursor ${cursor}`);
}

function writeJson(shell: Shell, value: unknown): void {
  shell.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
