import { makeDropLink, readDropLink, takeDropLink } from '../src/index.ts';

const key = `dk1_${'k'.repeat(43)}`;
const taken = { id: 'd1', payload: 'eA==' };

/** A service that answers `answer`, and what was sent to it. */
function open(answer: () => Response = () => Response.json({ status: 1, comment: 'OK', data: taken })) {
  const sent: { url: string; init: RequestInit }[] = [];
  const send = async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer();
  };
  return { sent, fetch: send as typeof fetch };
}

test.each([
  ['a key of the service', key, `https://drop.test/d/d1#${key}`],
  ['a key of one’s own', 'my own', 'https://drop.test/d/d1'],
  ['one’s own key that begins alike', 'dk1_my own', 'https://drop.test/d/d1'],
  ['no key', undefined, 'https://drop.test/d/d1'],
])('a link for %s', (_name, made, link) => {
  expect(makeDropLink('https://drop.test/', { id: 'd1', key: made })).toBe(link);
  expect(readDropLink(link)).toEqual({
    drop: 'https://drop.test',
    id: 'd1',
    key: made === key ? key : undefined,
    isAsked: false,
  });
});

test('a service below a path keeps it', () => {
  const link = makeDropLink('https://host.test/drops', { id: 'd:1' });
  expect(readDropLink(link)).toEqual({
    drop: 'https://host.test/drops',
    id: 'd:1',
    key: undefined,
    isAsked: false,
  });
});

test.each([
  '',
  'd1',
  'https://drop.test',
  'https://drop.test/d/',
  'https://drop.test/d/a/b',
  'https://drop.test/d/a%2Fb',
  'https://me@drop.test/d/d1',
  'ftp://drop.test/d/d1',
  'javascript:/d/d1',
])('%j is no link', async (link) => {
  const { sent, fetch } = open();
  expect(() => readDropLink(link)).toThrow(expect.objectContaining({ code: 'invalid_link' }));
  await expect(takeDropLink(link, { fetch, key: 'k' })).rejects.toMatchObject({ code: 'invalid_link' });
  expect(sent).toEqual([]);
});

test.each([` ${key}`, `${key}%20`, `${key}%0A`, `#${key}`, `${key}%C2%A0`])(
  'the key of a link is taken without what it was copied with: %j',
  (copied) => expect(readDropLink(`https://drop.test/d/d1#${copied}`).key).toBe(key),
);

test.each([
  [`${key}.`, 'has more behind its key: a key has 47 characters, and this one 48'],
  [`${key})%20thanks`, 'has more behind its key'],
  [`${key}x`, 'has more behind its key'],
  [key.slice(0, -1), 'holds a key that is cut or damaged: a key has 47 characters, and this one 46'],
  [key.replace('k'.repeat(9), '%'), 'cut or damaged'],
])('a link whose key is not whole spends no attempt: %s', async (fragment, sentence) => {
  const { sent, fetch } = open();
  const failure = takeDropLink(`https://drop.test/d/d1#${fragment}`, { fetch });
  await expect(failure).rejects.toMatchObject({
    code: 'invalid_link',
    message: expect.stringContaining(sentence),
  });
  await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining('kkk') });
  expect(sent).toEqual([]);
});

describe('takeDropLink', () => {
  test.each([
    ['the key of the link', `https://drop.test/d/d1#${key}`, {}, key],
    ['a key of its own', 'https://drop.test/d/d1', { key: 'mine' }, 'mine'],
    [
      'the payload as bytes, and a key that was copied with blanks',
      'https://drop.test/d/d1',
      { key: ` #${key}\n`, payloadFormat: 'base64' as const },
      key,
    ],
    ['one’s own key byte for byte', 'https://drop.test/d/d1', { key: ' #mine\n' }, ' #mine\n'],
    ['the key of the link before another', `https://drop.test/d/d1#${key}`, { key: 'mine' }, key],
  ])('sends %s, no token, and no key in the address', async (_name, link, options, used) => {
    const { sent, fetch } = open();
    expect(await takeDropLink(link, { ...options, fetch })).toEqual(taken);
    expect(sent.map(({ url }) => url)).toEqual(['https://drop.test/v1/consume']);
    const { body, headers, redirect } = sent[0]!.init;
    expect(JSON.parse(body as string)).toEqual({
      id: 'd1',
      key: used,
      ...('payloadFormat' in options && { payload_format: 'base64' }),
    });
    expect([new Headers(headers).has('authorization'), redirect]).toEqual([false, 'manual']);
  });

  test('calls this machine by http, and no other', async () => {
    const { sent, fetch } = open();
    const take = (host: string) => takeDropLink(`http://${host}/d/d1#${key}`, { fetch });
    await expect(take('drop.test')).rejects.toMatchObject({ code: 'invalid_link' });
    await expect(take('127.0.0.1.drop.test')).rejects.toMatchObject({ code: 'invalid_link' });
    expect(sent).toEqual([]);
    expect(await take('localhost:4003')).toEqual(taken);
  });

  test('follows no redirect', async () => {
    const { sent, fetch } = open(
      () => new Response(null, { status: 307, headers: { location: 'https://evil.test/' } }),
    );
    await expect(takeDropLink(`https://drop.test/d/d1#${key}`, { fetch })).rejects.toMatchObject({
      code: 'no_answer',
    });
    expect(sent).toHaveLength(1);
  });

  test('asks for a key where the link holds none', async () => {
    const { sent, fetch } = open();
    await expect(takeDropLink('https://drop.test/d/d1', { fetch })).rejects.toMatchObject({
      code: 'missing_key',
    });
    expect(sent).toEqual([]);
  });

  test('hands on what the service says', async () => {
    const refusal = {
      status: 0,
      comment: 'Drop is not active',
      message: 'Drop is not active',
      code: 'not_active',
      data: null,
    };
    const { fetch } = open(() => Response.json(refusal, { status: 409 }));
    await expect(takeDropLink(`https://drop.test/d/d1#${key}`, { fetch })).rejects.toMatchObject({
      code: 'not_active',
    });
  });
});
