import type { EndReason, PageView } from './page-view.ts';

const endReasons: Readonly<Record<EndReason, true>> = {
  nothing: true,
  expired: true,
  not_active: true,
  attempts_limited: true,
  lapsed: true,
  filled_before: true,
  fill_paused: true,
  full: true,
  fill_unknown: true,
  too_large: true,
  throttled: true,
  csrf_failed: true,
  outcome_unknown: true,
  unavailable: true,
};

const form = { kind: 'form', csrf: 'c' } as const;

const ask = {
  asker: { kind: 'user', name: 'a…@example.com' },
  asks: 'the key of the NAS in the cellar',
  until: new Date('2026-12-05T12:00:00Z'),
} as const;
const asked = { kind: 'asked', csrf: 'c', problem: null, ask, text: '' } as const;
const named = (kind: 'org' | 'app', name: string) => ({ ...asked, ask: { ...ask, asker: { kind, name } } });

/** Everything that the page can show, to look at. */
export const sampleViews: Readonly<Record<string, PageView>> = {
  form: { ...form, problem: null },
  'no key': { ...form, problem: 'key_missing' },
  'wrong key': { ...form, problem: 'key_wrong' },
  opened: { kind: 'opened', text: `four quiet herons\n${'long'.repeat(100)}` },
  asked,
  'asked by an org': named('org', 'Acme Corporation'),
  'asked by an app': named('app', 'Acme Backup'),
  'asked by nobody known': { ...asked, ask: null },
  'no text': { ...asked, problem: 'text_missing' },
  'wrong key to fill in': { ...asked, problem: 'key_wrong', text: 'four quiet herons' },
  filled: { kind: 'filled' },
  ...Object.fromEntries(
    (Object.keys(endReasons) as EndReason[]).map((reason) => [
      reason,
      {
        kind: 'ended',
        reason,
        retryAfterSeconds: 431,
        ...(reason === 'too_large' && { limitBytes: 256 * 1024 }),
      } as const,
    ]),
  ),
};
