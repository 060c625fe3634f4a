import type { Origin } from '../sibling/user-api.ts';

/** A browser at the page: who it is, where it is, and what it said of itself. */
export interface Visit extends Origin {
  readonly network: string;
  /** The secret in its cookie, made now when it had none. */
  readonly browserSecret: string;
  readonly isNewBrowser: boolean;
  /** The live sign-on session that its cookie names. */
  readonly session: VisitSession | undefined;
}

interface VisitSession {
  readonly token: string;
  readonly userId: string;
  readonly email: string;
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
}
