import { isBrowserLogin, wordRoad, type Login, type RoadReason } from '@latchkey/client/login';
import { countColumns } from './columns.ts';
import type { Globals } from './options.ts';
import { clean, toJson } from './output.ts';
import { drawQr } from './qr-code.ts';
import { isSmart, type Shell } from './shell.ts';

type View = Pick<Shell, 'stdout' | 'stderr' | 'env' | 'clock'>;

/** Why a login takes its road, and whether its code must be typed, as one that asks for operator power. */
interface Road {
  readonly reason: RoadReason;
  readonly isTyped: boolean;
  /** What the installation calls itself. */
  readonly name: string | undefined;
}

/**
 * Shows where to log in, with a QR code where that is by a code and the terminal has room for it, as one of 80 columns and
 * 24 rows has; to a program as one line of JSON. No address is shown that holds a code which must be typed.
 */
export async function showLogin(
  { stdout, stderr, env }: View,
  { json }: Globals,
  login: Login,
  road: Road,
): Promise<void> {
  if (json) {
    stdout.write(`${toJson(describeLogin(login, road), stdout.isTTY === true)}\n`);
    return;
  }
  const lines = wordRoad(login, road.reason, road).map(clean);
  const countRows = (columns: number) =>
    lines.reduce((rows, line) => rows + Math.ceil(countColumns(line) / columns), 0);
  // The countdown has the last row.
  if (!isBrowserLogin(login) && !road.isTyped)
    await drawQr({ stderr, env }, login.verificationUriComplete, (columns) => countRows(columns) + 1);
  stderr.write(`${lines.join('\n')}\n`);
}

function describeLogin(login: Login, { reason, isTyped }: Road): object {
  const { expiresInSeconds: expires_in } = login;
  const road = isBrowserLogin(login) ? 'browser' : 'device';
  const begun = { status: 'pending', road, reason };
  if (isBrowserLogin(login)) return { ...begun, authorization_uri: login.authorizationUrl, expires_in };
  return {
    ...begun,
    verification_uri: login.verificationUri,
    ...(!isTyped && { verification_uri_complete: login.verificationUriComplete }),
    user_code: login.userCode,
    expires_in,
  };
}

export interface Countdown {
  stop(): Promise<void>;
}

/** Counts down on a terminal until it is stopped. */
export function showCountdown(
  { stderr, env, clock }: View,
  { json, quiet }: Globals,
  login: () => Login,
): Countdown {
  const ended = new AbortController();
  const isShown = isSmart({ stderr, env }) && !json && !quiet;
  const tick = async () => {
    while (!ended.signal.aborted) {
      const one = login();
      const left = Math.max(0, Math.ceil((one.expiresAtMs - clock.now()) / 1000));
      const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      const isLost = one.status === 'approved_waiting_pickup' && one.unanswered > 0;
      const waiting = `Waiting for the ${isBrowserLogin(one) ? 'browser' : 'approval'}.`;
      const what = isLost ? 'No answer; trying again.' : waiting;
      stderr.write(`\r${what} ${time} left\u001B[K`);
      await clock.wait(1000, ended.signal).catch(() => undefined);
    }
    stderr.write('\r\u001B[K');
  };
  const ticking = isShown ? tick() : undefined;
  return {
    async stop() {
      ended.abort();
      await ticking;
    },
  };
}
