import { ApiError } from '@latchkey/errors';
import type { RelayClaims, RelayPurpose } from '@latchkey/tokens';
import type { Account } from '../account/account.ts';
import type { RequestLogStore } from '../request-log/request-log.ts';
import type { Origin } from './attempt.ts';
import type { SignedIn } from './signed-in.ts';

interface LogPorts {
  readonly requestLog: RequestLogStore;
  now(): number;
  newId(): string;
}

interface Checked {
  readonly purpose: RelayPurpose;
  readonly account: Account | undefined;
  readonly payload: RelayClaims;
  readonly origin: Origin;
}

/** Failures that say something about the credentials. */
const verdicts = ['invalid_credentials', 'mfa_required', 'throttled'];

/** Does the credential check and writes its one row of the request log. */
export async function logSignIn(
  ports: LogPorts,
  checked: Checked,
  check: () => Promise<SignedIn>,
): Promise<SignedIn> {
  try {
    const done = await check();
    const { amr, orgId } = done.facts;
    await add(ports, checked, { outcome: 'success', code: null, method: amr.join('+'), orgId });
    return done;
  } catch (error) {
    if (error instanceof ApiError && verdicts.includes(error.code))
      await add(ports, checked, { outcome: 'failure', code: error.code, method: 'password', orgId: null });
    throw error;
  }
}

async function add(
  ports: LogPorts,
  { purpose, account, payload, origin }: Checked,
  verdict: { outcome: 'success' | 'failure'; code: string | null; method: string; orgId: string | null },
): Promise<void> {
  await ports.requestLog.add({
    ...verdict,
    id: ports.newId(),
    event: purpose.replace('_', '.'),
    userId: account?.id ?? null,
    clientId: payload.client_id,
    ip: origin.ip,
    userAgent: origin.userAgent,
    createdAt: new Date(ports.now()),
  });
}
