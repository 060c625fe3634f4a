import type { ApiError } from '@latchkey/contracts';
import type { PageResult } from '@latchkey/http-server';
import type { PageVisit } from '../../access/page-visit.ts';
import type { Drop } from '../../drop/drop.ts';
import type { Problem } from '../../page/page-view.ts';
import { showFailure, showPage, type Shown } from '../d/answer-page.ts';

interface Asked {
  /** Undefined where nothing was looked up. */
  readonly drop?: Drop | undefined;
  readonly problem?: Problem;
  readonly text?: string;
}

/** Shows the form for a secret, with what was wrong with what was sent. */
export function showAsked(
  visit: PageVisit,
  shown: Shown,
  { drop, problem, text = '' }: Asked = {},
): PageResult {
  const { csrf, cookie } = visit.createForm();
  const asker = drop?.asker ?? null;
  const ask = drop && asker && { asker, asks: drop.asks, until: drop.expiresAt };
  const page = showPage({ kind: 'asked', csrf, problem: problem ?? null, ask: ask ?? null, text }, shown);
  const facts = ask && {
    asker: ask.asker.name,
    until: ask.until.toISOString(),
    ...(ask.asks && { asks: ask.asks }),
  };
  return { ...page, json: { ...page.json, ...facts }, headers: { 'set-cookie': cookie } };
}

const reasons = {
  expired: 'lapsed',
  state_conflict: 'filled_before',
  attempts_limited: 'fill_paused',
  quota_exceeded: 'full',
  outcome_unknown: 'fill_unknown',
} as const;

/** As showFailure, in the words of this page. */
export function showRefusal(
  error: ApiError,
  shown: Shown,
  form?: (problem: Problem) => PageResult,
): PageResult {
  return showFailure(error, shown, { reasons, ...(form && { form }) });
}
