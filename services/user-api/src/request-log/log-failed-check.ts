import { ApiError } from '@latchkey/errors';
import type { Account } from '../account/account.ts';
import type { Origin } from '../sign-in/attempt.ts';
import { isVerdict } from '../sign-in/is-verdict.ts';
import type { RequestLogStore } from './request-log.ts';

interface LogPorts {
  readonly requestLog: RequestLogStore;
  now(): number;
  newId(): string;
}

/**
 * Does a credential check of somebody who is signed in already. A failure gets its row in the request log; the row of
 * a success is that of the change it was asked for.
 */
export async function logFailedCheck(
  ports: LogPorts,
  { account, method }: { account: Account; method: 'password' | 'totp' },
  origin: Origin,
  check: () => Promise<unknown>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof ApiError && isVerdict(error))
      await ports.requestLog.add({
        id: ports.newId(),
        event: `account.${method}_check`,
        outcome: 'failure',
        code: error.code,
        method,
        userId: account.id,
        orgId: null,
        clientId: null,
        ip: origin.ip,
        userAgent: origin.userAgent,
        createdAt: new Date(ports.now()),
      });
    throw error;
  }
}
