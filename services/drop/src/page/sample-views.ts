import type { EndReason, PageView } from './page-view.ts';

const endReasons: Readonly<Record<EndReason, true>> = {
  nothing: true,
  expired: true,
  not_active: true,
  attempts_limited: true,
  throttled: true,
  csrf_failed: true,
  outcome_unknown: true,
  unavailable: true,
};

const form = { kind: 'form', csrf: 'c' } as const;

/** Everything that the page can show, to look at. */
export const sampleViews: Readonly<Record<string, PageView>> = {
  form: { ...form, problem: null },
  'no key': { ...form, problem: 'key_missing' },
  'wrong key': { ...form, problem: 'key_wrong' },
  opened: { kind: 'opened', text: `four quiet herons\n${'long'.repeat(100)}` },
  ...Object.fromEntries(
    (Object.keys(endReasons) as EndReason[]).map((reason) => [
      reason,
      { kind: 'ended', reason, retryAfterSeconds: 431 } as const,
    ]),
  ),
};
