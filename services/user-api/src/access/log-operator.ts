import type { Account } from '../accounts/account.ts';
import { logEvent, type LogEvent, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { CounterPorts } from '../signing-in/attempt/counters.ts';

/**
 * Logs what an operator reads, or is refused: one row a minute for each operator, kind of event and route, and another
 * one where the filters differ or ten times as many rows were read. Source: contract part 2 "Passwords, codes, throttling".
 */
export async function logOperator(
  ports: LogPorts & CounterPorts,
  { id }: Pick<Account, 'id'>,
  { route, ...happened }: Pick<LogEvent, 'event' | 'code' | 'details'> & { readonly route: string },
  origin: Origin,
): Promise<void> {
  const { event, details } = happened;
  const { filters, rows } = details ?? {};
  const counter = ports.counterOf(
    'operatorRow',
    id,
    event,
    route,
    JSON.stringify(filters ?? []),
    sizeOf(rows),
  );
  if ((await ports.attempts.hold([counter], ports.newId())) > 0) return;
  const whom = event === 'admin.read' ? { actorId: id } : { userId: id };
  await logEvent(ports, { ...happened, ...whom, details: { route, ...details } }, origin);
}

/** How many digits a number of rows has. */
function sizeOf(rows: unknown): string {
  return typeof rows === 'number' ? String(String(rows).length) : '';
}
