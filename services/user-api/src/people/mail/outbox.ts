import type { Link } from './link.ts';
import type { Mail } from './mail.ts';

const minuteMs = 60_000;

/**
 * How long the attempt of each number has, and what it waits for the next one, in ms: 24 hours in all. The first is
 * longer than a mail server is waited for, so that no mail is with two senders. Source: contract part 2 "Mail".
 */
export const waitsMs: readonly number[] = [2, 5, 15, 30, 60, 120, 240, 480, 480].map(
  (minutes) => minutes * minuteMs,
);

/** A mail that one sender has, until its next attempt is due. */
export interface DueMail extends Mail {
  /** With this one. */
  readonly attempts: number;
  readonly link:
    | (Pick<Link, 'id' | 'purpose' | 'email' | 'expiresAt'> & { readonly endedAt: Date | null })
    | null;
}

/** How a mail ended, or why it waits for its next attempt. */
export interface Outcome {
  readonly status: Mail['status'];
  /** What the mail server said, without secrets. */
  readonly problem: string | null;
}

/** The mails that wait to be sent. Many senders may share them. */
export interface MailOutbox {
  /**
   * Takes the mails that are due, the longest due first, and puts their next attempt off: no other sender gets them
   * before then.
   */
  claim(now: Date, most: number): Promise<DueMail[]>;
  /** Writes what became of a mail that still waits. */
  settle(id: string, outcome: Outcome, now: Date): Promise<void>;
}
