import type { DeviceLogin } from '@latchkey/client';
import { countColumns } from './columns.ts';
import type { Globals } from './options.ts';
import { clean, toJson } from './output.ts';
import { drawQr } from './qr-code.ts';
import { isSmart, type Shell } from './shell.ts';

type View = Pick<Shell, 'stdout' | 'stderr' | 'env' | 'clock'>;

/**
 * Shows where to approve, with a QR code where the terminal has room for it, as one of 80 columns and 24 rows has; to a
 * program as one line of JSON. The code of a login that asks for operator power must be typed: no address that holds it is
 * shown.
 */
export async function showLogin(
  { stdout, stderr, env }: View,
  { json }: Globals,
  login: DeviceLogin,
  isTyped: boolean,
): Promise<void> {
  const { verificationUri, verificationUriComplete, userCode, expiresInSeconds } = login;
  if (json) {
    const shown = {
      status: 'pending',
      verification_uri: verificationUri,
      ...(!isTyped && { verification_uri_complete: verificationUriComplete }),
      user_code: userCode,
      expires_in: expiresInSeconds,
    };
    stdout.write(`${toJson(shown, stdout.isTTY === true)}\n`);
    return;
  }
  const lines = [
    'To log in, open',
    `  ${clean(isTyped ? verificationUri : verificationUriComplete)}`,
    `and ${isTyped ? 'type' : 'check that it shows'} the code ${clean(userCode)}`,
  ];
  const countRows = (columns: number) =>
    lines.reduce((rows, line) => rows + Math.ceil(countColumns(line) / columns), 0);
  // The countdown has the last row.
  if (!isTyped) await drawQr({ stderr, env }, verificationUriComplete, (columns) => countRows(columns) + 1);
  stderr.write(`${lines.join('\n')}\n`);
}

export interface Countdown {
  /** Says something above the countdown; nothing once it has stopped. */
  say(sentence: string): void;
  stop(): Promise<void>;
}

/** Counts down on a terminal until it is stopped. */
export function showCountdown(
  { stderr, env, clock }: View,
  { json, quiet }: Globals,
  login: () => DeviceLogin,
): Countdown {
  const ended = new AbortController();
  const isShown = isSmart({ stderr, env }) && !json && !quiet;
  const tick = async () => {
    while (!ended.signal.aborted) {
      const { expiresAtMs, unanswered, status } = login();
      const left = Math.max(0, Math.ceil((expiresAtMs - clock.now()) / 1000));
      const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      const isLost = status === 'approved_waiting_pickup' && unanswered > 0;
      const what = isLost ? 'No answer; trying again.' : 'Waiting for the approval.';
      stderr.write(`\r${what} ${time} left\u001B[K`);
      await clock.wait(1000, ended.signal).catch(() => undefined);
    }
    stderr.write('\r\u001B[K');
  };
  const ticking = isShown ? tick() : undefined;
  return {
    say(sentence) {
      if (!ended.signal.aborted && !quiet) stderr.write(`${isShown ? '\r\u001B[K' : ''}${sentence}\n`);
    },
    async stop() {
      ended.abort();
      await ticking;
    },
  };
}
