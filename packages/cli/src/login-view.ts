import type { DeviceLogin } from '@latchkey/client';
import QRCode from 'qrcode';
import type { Globals } from './options.ts';
import { clean, toJson } from './output.ts';
import type { Shell } from './shell.ts';

type View = Pick<Shell, 'stdout' | 'stderr' | 'env' | 'clock'>;

/**
 * Shows where to approve, with a QR code where the terminal has room for it; to a program as one line of JSON. The code of
 * a login that asks for operator power must be typed: no address that holds it is shown.
 */
export async function showLogin(
  { stdout, stderr }: View,
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
  if (isTyped) {
    stderr.write(`To log in, open\n\n  ${clean(verificationUri)}\n\nand type the code ${clean(userCode)}\n`);
    return;
  }
  const { isTTY, rows = 0, columns = 0 } = stderr;
  const code = await QRCode.toString(verificationUriComplete, { type: 'terminal', small: true });
  const { size } = QRCode.create(verificationUriComplete).modules;
  const hasRoom = isTTY === true && code.split('\n').length + 6 <= rows && size + 8 <= columns;
  if (hasRoom) stderr.write(`${code}\n`);
  stderr.write(`To log in, open\n\n  ${clean(verificationUriComplete)}\n\n`);
  stderr.write(`and check that it shows the code ${clean(userCode)}\n`);
}

/** Counts down on a terminal until it is stopped. */
export function showCountdown(
  { stderr, env, clock }: View,
  { json, quiet }: Globals,
  login: () => DeviceLogin,
): { stop(): Promise<void> } {
  const ended = new AbortController();
  const isShown = stderr.isTTY === true && env['TERM'] !== 'dumb' && !json && !quiet;
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
    async stop() {
      ended.abort();
      await ticking;
    },
  };
}
