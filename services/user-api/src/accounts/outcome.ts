import type { ErrorCode } from '@latchkey/contracts';

/** What an attempt came to. Source: contract part 2 "Order". */
export interface Outcome {
  /** Names the operation, that of the page's form, else the payload's jti: its hash, as the digest hides behind it. */
  readonly op: string;
  /** HMAC of what was presented. */
  readonly digest: string;
  /** Code and field of a refusal; null for a success. */
  readonly code: ErrorCode | null;
  readonly field: string | null;
  readonly userId: string | null;
  /** Ids of the sessions or of the credential that it made. */
  readonly made: readonly string[];
  readonly amr: readonly string[];
  readonly createdAt: Date;
}

/** An outcome, and whether something of what it made has not ended since. */
export interface KeptOutcome extends Outcome {
  readonly isLive: boolean;
}

export interface OutcomeStore {
  /** The outcome of an operation that was kept after `since`. */
  find(op: string, since: Date): Promise<KeptOutcome | undefined>;
  /** Keeps an outcome; of a success in place of an earlier one, of a refusal only where there is none. */
  keep(outcome: Outcome): Promise<void>;
  /** Ends credentials whose secrets nobody has received. */
  endCredentials(made: readonly string[], now: Date): Promise<void>;
}
