import { offerPasskey, readChallenge } from './passkey.ts';

const madeAtMs = 1_800_000_000_000;
const browserAt = (nowMs: number, browserSecret = 'secret') => ({
  browserSecret,
  passkeys: { rpId: 'sso.example.test', nowMs },
});
const offered = offerPasskey(browserAt(madeAtMs), 'form');

test.each([
  ['at once', 0, true],
  ['just before 15 minutes', 899_999, true],
  ['after 15 minutes', 900_000, false],
  ['before it was made', -1, false],
])('the challenge of a form that is sent %s: %d ms, good %p', (_when, ageMs, isGood) => {
  const challenge = readChallenge(browserAt(madeAtMs + ageMs), 'form', offered?.begun ?? '');
  expect(challenge).toBe(isGood ? offered?.challenge : undefined);
});

test.each([
  ['another form', browserAt(madeAtMs), 'other', String(madeAtMs)],
  ['another browser', browserAt(madeAtMs, 'other'), 'form', String(madeAtMs)],
  ['another time', browserAt(madeAtMs), 'form', String(madeAtMs - 1)],
  ['no time', browserAt(madeAtMs), 'form', ''],
])('%s has another challenge', (_what, browser, formId, begun) => {
  expect(readChallenge(browser, formId, begun)).not.toBe(offered?.challenge);
});
