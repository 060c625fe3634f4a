import type { ChoosePasswordView } from './page-view.ts';
import { renderView } from './samples/render-view.ts';
import { sampleChoice, sampleNowMs, samplePlaces } from './samples/sample-views.ts';

const render = (changes: Partial<ChoosePasswordView> = {}) =>
  renderView({ ...sampleChoice, ...changes }, 'en', {
    pageUrl: 'https://sso.test/login',
    nowMs: sampleNowMs,
    ...samplePlaces,
  }).replace(/\s+/g, ' ');

/** The names of the fields that a person sees. */
const listFields = (page: string) =>
  [...page.matchAll(/<input\s[^>]*>/g)]
    .filter(([tag]) => !/ type="hidden"| hidden /.test(tag))
    .map(([tag]) => / name="([^"]+)"/.exec(tag)?.[1]);

test('asks for the new password twice, and for nothing else', () => {
  const page = render();
  expect(listFields(page)).toEqual(['new_password', 'new_password_again']);
  expect(page.match(/autocomplete="new-password"/g)).toHaveLength(2);
  expect(page.match(/ value="[^"]*"/g)).not.toContain(' value=""');
});

test('is no error', () => {
  expect(render()).toContain('<title>Choose your password – Latchkey</title>');
  expect(render()).not.toMatch(/role="alert"|class="error"|aria-invalid="/);
});

test('says whose password it is, to the person and to their password manager', () => {
  const page = render();
  expect(page).toContain('<bdi translate="no">demo@latchkey.test</bdi></strong> with a temporary password.');
  expect(page).toContain(
    '<input type="text" name="email" value="demo@latchkey.test" autocomplete="username" readonly hidden />',
  );
});

test('posts to its own page, with the sealed credentials and the code of the device, if there is one', () => {
  const page = render();
  expect(page).toContain('<form method="post" action="/login">');
  expect(page).toContain('<input type="hidden" name="sealed_credentials" value="sealed-value" />');
  expect(page).toContain('<input type="hidden" name="user_code" value="WDJB-MJHT" />');
  expect(render({ userCode: '' })).not.toContain('user_code');
});

test.each([
  ['new_password_short', ['new_password', 'new_password_again'], 'too short. Use at least 14 characters.'],
  ['new_password_long', ['new_password', 'new_password_again'], 'at most 256 characters.'],
  ['new_password_common', ['new_password', 'new_password_again'], 'Many people use this password'],
  ['new_password_own_name', ['new_password', 'new_password_again'], 'is your name'],
  ['new_password_same', ['new_password', 'new_password_again'], 'your old password'],
  ['new_passwords_differ', ['new_password_again'], 'The two new passwords differ.'],
] as const)('error %s marks %j and says why', (error, names, words) => {
  const page = render({ error, least: 14 });
  const marked = [...page.matchAll(/<input\s[^>]*aria-invalid="true"[^>]*>/g)];
  expect(marked.map(([tag]) => / name="([^"]+)"/.exec(tag)?.[1])).toEqual(names);
  expect(page.split(words)).toHaveLength(2);
  expect(page).toContain('<title>Error: Choose your password – Latchkey</title>');
});
