import type { EntryProblem } from '../sign-in/sign-in.ts';

/** Who asks for what, from where and since when, as the device authorization recorded it. */
export interface RequestFacts {
  clientName: string;
  scopes: readonly string[];
  /** Network address the request came from. */
  address: string;
  /** The User-Agent header of that request, as received. */
  userAgent: string | null;
  requestedAtMs: number;
}

/** Step 1: code and credentials. */
export interface EnterView {
  kind: 'enter';
  csrf: string;
  /** As typed or as it came in the address; empty when neither. */
  userCode: string;
  /** Known only when the code is live. */
  request: RequestFacts | null;
  /** Email address of the browser session's account; the email field is then not asked for. */
  account: string | null;
  /** What was typed into the email field before. */
  email: string;
  /** offered: folded away behind a line to open; required: the account has one, so it is open and mandatory. */
  oneTimeCode: 'none' | 'offered' | 'required';
  error: EntryProblem | null;
}

/** Step 2: the decision, carried by a one-use ticket. */
export interface ConfirmView {
  kind: 'confirm';
  csrf: string;
  ticket: string;
  /** As the device shows it, XXXX-XXXX. */
  userCode: string;
  request: RequestFacts;
  account: string;
}

export interface DoneView {
  kind: 'done';
  decision: 'approved' | 'denied';
  clientName: string;
}

/**
 * code_invalid: unknown, expired or used. attempts_exhausted: too many wrong passwords closed the request.
 * csrf_mismatch: the form was not ours, or cookies are off. throttled, unavailable: come back later.
 */
export type FailedView =
  | { kind: 'failed'; reason: 'code_invalid' | 'attempts_exhausted' | 'csrf_mismatch' }
  | { kind: 'failed'; reason: 'throttled' | 'unavailable'; retryAfterSeconds: number };

/** Who is signed in to this browser, and the way out; or that nobody is. */
export interface SessionView {
  kind: 'session';
  signedIn: {
    csrf: string;
    account: string;
    userId: string;
    amr: readonly string[];
    /** Seconds since the epoch. */
    authTime: number;
  } | null;
}

/** Everything the pages can show (contract part 1, "Approval page" and "Routes"). */
export type PageView = EnterView | ConfirmView | DoneView | FailedView | SessionView;
