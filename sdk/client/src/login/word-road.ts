import { roadReasons, type RoadReason } from './choose-road.ts';
import { isBrowserLogin, type Login } from './login-record.ts';

export interface RoadWords {
  /** Whether the code must be typed: then no address that holds it is shown. */
  readonly isTyped?: boolean;
  /** What the installation calls itself. */
  readonly name?: string | undefined;
}

/** What a person must know of a road that begins, and why it is taken, in lines. */
export function wordRoad(
  login: Login,
  reason: RoadReason,
  { isTyped = false, name }: RoadWords = {},
): string[] {
  const why = `(${roadReasons[reason]})`;
  // Others wrote it: it is in quotation marks.
  const what = name === undefined ? 'log in' : `log in to “${name.replaceAll(/[“”]/g, '')}”`;
  if (isBrowserLogin(login))
    return [
      `Opening a browser to ${what} ${why}. The address, for this machine only:`,
      `  ${login.authorizationUrl}`,
      'Press d to log in with a code instead.',
    ];
  const { verificationUri, verificationUriComplete, userCode } = login;
  return [
    `To ${what} with a code ${why}, open`,
    `  ${isTyped ? verificationUri : verificationUriComplete}`,
    // Others wrote it.
    `and ${isTyped ? 'type' : 'check that it shows'} the code ${userCode.replaceAll(/\p{C}/gu, '')}`,
  ];
}
