import { addSigningKey, createSigningKeys, pruneSigningKeys } from './index.ts';

const start = Date.UTC(2026, 10, 21, 12);
const hour = 60 * 60_000;

const kidsOf = (text: string) => (JSON.parse(text) as { kid: string }[]).map(({ kid }) => kid);

async function rotateDaily(days: number): Promise<string> {
  let text = await addSigningKey({ now: start });
  for (let day = 1; day < days; day += 1) text = await addSigningKey({ text, now: start + day * 24 * hour });
  return text;
}

test('a file with a fault is left to its owner', () => {
  expect(() => pruneSigningKeys({ text: '[{}]', now: start })).toThrow('a signing key has no kid');
});

test('a key is deleted a day after the last token that it can have signed, and the file stays usable', async () => {
  const text = await rotateDaily(3);
  const [first, second, third] = kidsOf(text);
  const successorInUse = start + 24.5 * hour;
  expect(kidsOf(pruneSigningKeys({ text, now: successorInUse + 25 * hour }))).toEqual([first, second, third]);
  const pruned = pruneSigningKeys({ text, now: successorInUse + 25 * hour + 1 });
  expect(kidsOf(pruned)).toEqual([second, third]);
  expect(createSigningKeys({ text: pruned, now: () => start + 25 * hour }).activeKey().kid).toBe(second);
});

test('the key in use stays, however old', async () => {
  const text = await rotateDaily(1);
  expect(pruneSigningKeys({ text, now: start + 9_999 * hour })).toBe(text);
});
