import type { LogEntry } from '../request-log/request-log.ts';

/**
 * What a person has shown beside the password: the time step of a one-time code, or a recovery code. It has opened
 * nothing yet: the act that it allows spends it, in the same write, so that it serves one act. `kind` is its name in amr.
 */
export type Factor =
  | { readonly kind: 'totp'; readonly step: number }
  | {
      readonly kind: 'recovery';
      readonly hash: string;
      /** The row of the request log that spending it writes; its time is that of the use. */
      readonly row: LogEntry;
    };
