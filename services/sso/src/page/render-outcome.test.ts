import type { FailedView } from './page-view.ts';
import { renderView } from './samples/render-view.ts';
import { sampleNowMs, samplePlaces } from './samples/sample-views.ts';

const options = { pageUrl: 'https://sso.test/device_login', nowMs: sampleNowMs, ...samplePlaces };

test.each([
  ['approved', 'Access approved', 'can now use your account'],
  ['denied', 'Access denied', 'was given no access to your account'],
] as const)('%s says so, names the client and leaves nothing to decide', (decision, heading, sentence) => {
  const page = renderView({ kind: 'done', decision, clientName: 'Acme Backup' }, 'en', options);
  expect(page).toContain(`<h1>${heading}</h1>`);
  expect(page).toContain(`<title>${heading} – Latchkey</title>`);
  expect(page).toContain('<bdi translate="no">Acme Backup</bdi>');
  expect(page).toContain(sentence);
  expect(page).not.toMatch(/<form|<button/);
  const place = decision === 'approved' ? '/account/devices' : '/account';
  expect(page).toContain(`<a href="${place}?ui_locales=en">`);
});

const failures: [FailedView, string, string][] = [
  [
    { kind: 'failed', reason: 'code_invalid' },
    'This code does not work',
    'mistyped, expired or already used',
  ],
  [{ kind: 'failed', reason: 'attempts_exhausted' }, 'This request was closed', 'Nothing was approved'],
  [{ kind: 'failed', reason: 'csrf_mismatch' }, 'This page is out of date', 'Nothing was changed'],
  [
    { kind: 'failed', reason: 'throttled', retryAfterSeconds: 431 },
    'Too many attempts',
    'try again in 8 minutes.',
  ],
  [
    { kind: 'failed', reason: 'unavailable', retryAfterSeconds: 5 },
    'Latchkey is not available right now',
    'try again in 5 seconds.',
  ],
];

test.each(failures)(
  '%j says why, and leads back to the start where that can work',
  (view, heading, sentence) => {
    const page = renderView(view, 'en', options);
    expect(page).toContain(`<h1>${heading}</h1>`);
    expect(page).toContain(sentence);
    const restart = '<a class="restart" href="/device_login?ui_locales=en">Start again</a>';
    expect(page).toContain(restart);
    expect(page.includes('href="/reset?')).toBe(view.reason === 'throttled');
    expect(page).not.toContain('<form');
  },
);

test.each([
  { kind: 'failed', reason: 'device_sign_in_off' },
  { kind: 'failed', reason: 'too_many_approvals', retryAfterSeconds: 60 },
] as const)('%j leads to the account, where it can be mended', (view) => {
  expect(renderView(view, 'en', options)).toContain(
    '<a href="/account/sign_in?ui_locales=en">Your account</a>',
  );
});

test('the start has the code of the form', () => {
  const view = { kind: 'failed', reason: 'csrf_mismatch', userCode: 'BCDF-GHJK' } as const;
  expect(renderView(view, 'en', options)).toContain(
    'href="/device_login?ui_locales=en&amp;user_code=BCDF-GHJK"',
  );
});

test('an address without a page leads to the pages that people begin from', () => {
  const page = renderView({ kind: 'failed', reason: 'not_found' }, 'en', options);
  for (const start of ['/account', '/device_login']) expect(page).toContain(`href="${start}?`);
});

test('the wait is given in the language of the page', () => {
  const page = renderView({ kind: 'failed', reason: 'throttled', retryAfterSeconds: 60 }, 'ru', options);
  expect(page).toContain('Попробуйте снова через 1 минуту.');
});

test('approved says why admin was not given', () => {
  const view = {
    kind: 'done',
    decision: 'approved',
    clientName: 'Acme',
    adminRefusal: 'not_operator',
  } as const;
  expect(renderView(view, 'en', options)).toContain('because your account is not an operator’s');
});
