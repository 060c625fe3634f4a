import { locales, latchkeyTheme as theme } from '@latchkey/pages';
import { createCompose } from '../../src/people/mail/compose.ts';
import { createLinkTokens } from '../../src/people/mail/link-token.ts';
import { mailKinds } from '../../src/people/mail/mail.ts';
import { sampleMails } from '../../src/people/mail/sample-mails.ts';
import { hostileMails } from './hostile-mails.ts';

const linkTokens = createLinkTokens([{ kid: 'a', key: Buffer.alloc(32, 'a') }]);
const compose = createCompose({ linkTokens, ssoUrl: 'https://sso.example.test', theme });
const each = locales.flatMap((locale) =>
  Object.keys(sampleMails).map((name): [string, string] => [locale, name]),
);
const composeIn = (locale: string, mail = sampleMails['reset']) => compose({ ...mail!, locale });

test('every kind of mail but none has a sample', () => {
  const kinds = new Set(Object.values(sampleMails).map(({ kind }) => kind));
  expect([...kinds, 'none'].sort()).toEqual([...mailKinds].sort());
});

test.each(each)('in %s, %s says the same as text and HTML, with nothing left to fill in', (locale, name) => {
  const { subject, text, html } = composeIn(locale, sampleMails[name]);
  const shown = readHtml(html);
  const lines = text.split('\n').filter((one) => one.trim() !== '' && one !== '-- ');
  expect(lines.filter((line) => !shown.includes(line.replace(/:$/, '').trim()))).toEqual([]);
  expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined|null/);
  expect(html).toContain(`<title>${subject}</title>`);
});

test.each(each)('in %s, %s holds only addresses of this installation', (locale, name) => {
  const { text, html } = composeIn(locale, hostileMails[name]);
  const links = [...text.matchAll(/[a-z]+:\/\/[^\s)）]+/g)].map(([link]) => link);
  expect(links.filter((link) => !link.startsWith('https://sso.example.test/'))).toEqual([]);
  expect([...html.matchAll(/href="([^"]*)"/g)].every(([, link]) => links.includes(link ?? ''))).toBe(true);
  expect(html).not.toContain('<b>');
});

const others = each.filter(([, name]) => name !== 'invitation');
test.each(others)('in %s, the subject of %s holds nothing that others wrote', (locale, name) => {
  expect(composeIn(locale, hostileMails[name]).subject).toBe(composeIn(locale, sampleMails[name]).subject);
});

test.each(locales)(
  'in %s, the subject of an invitation names the org in quotes, on one line and without a link',
  (locale) => {
    expect(composeIn(locale, sampleMails['invitation']).subject).toContain('Acme Corporation');
    const { subject } = composeIn(locale, hostileMails['invitation']);
    expect(subject).not.toMatch(/[\r\n]|[.:/@]\S/);
    expect(subject).toHaveLength(Math.min(subject.length, 180));
  },
);

test('an invitation shows the address of who invites as people write it, and says what Latchkey is', () => {
  const { text } = composeIn('en', sampleMails['invitation']);
  expect(text).toContain('Invited by: grace@example.test (“Grace Hopper”)\n');
  expect(text).toContain('Latchkey at sso.example.test is the service');
});

test.each(['evil.com/free@x.test', 'a@b@evil.com', 'https://evil.com', 'a b@evil.com'])(
  'what is more than an address is quoted as any text: %s',
  (inviterAddress) => {
    const mail = sampleMails['invitation_account']!;
    const { text } = composeIn('en', { ...mail, facts: { ...mail.facts, inviterAddress } });
    expect(text).not.toContain(inviterAddress);
  },
);

test('what others wrote is cut, quoted, on one line, and ends wherever a link would begin or go on', () => {
  const { text } = composeIn('en', hostileMails['invitation']);
  const [quoted = ''] = /“[^”]*”/.exec(text) ?? [];
  expect(quoted).toHaveLength('“”'.length + 64 + quoted.split('\u200a').length - 1);
  expect(quoted).not.toMatch(/[.:/@]\S/);
  expect(quoted).not.toMatch(/[\r\n]/);
});

test.each(['sign_up', 'confirm', 'already_account', 'reset', 'ask_operator'])(
  '%s holds nothing that the asker wrote, a name of a program among it',
  (name) => {
    const { text, html } = composeIn('en', hostileMails[name]);
    expect(`${text}${html}`).not.toContain('evil');
  },
);

test.each(['drop.filled', 'drop.taken', 'drop.closed'])(
  'the mail of %s leads to the one-time links',
  (name) => {
    const { text } = composeIn('en', sampleMails[name]);
    expect(text).toContain('https://sso.example.test/account/drops');
    expect(text).toMatch(/“router in the office”[\s\S]*“password”/);
  },
);

test.each(['admin.user.reset_password', 'admin.user.reset_totp', 'operator.reset'])(
  'the mail of %s does not show where the operator was',
  (name) => {
    expect(composeIn('en', sampleMails[name]).text).not.toMatch(/198\.51|Firefox/);
  },
);

test('the mail of an act of one’s own shows from where it was', () => {
  expect(composeIn('en', sampleMails['password.change']).text).toContain(
    'From: 198.51.100.7, Firefox, Linux\n',
  );
});

test('a mail in a language that is not known is in English', () => {
  expect(composeIn('tlh').subject).toBe('Choose a new password');
});

/** What a reader of HTML sees. */
function readHtml(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
