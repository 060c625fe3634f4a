import { parseRequest } from '@latchkey/request-parser';
import {
  packContents,
  payloadFormats,
  sizeOfContents,
  unpackContents,
  type Contents,
  type PayloadFormat,
} from './contents.ts';
import { presentContents } from './present-contents.ts';
import { readContents } from './read-contents.ts';

const lax = { maxDepth: 16, nulAllowedIn: ['payload', 'data'] };

function parseJson(body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = 'application/json';
  return parseRequest(
    { query: '', contentType, contentEncoding: undefined, body: Buffer.from(text), headers: {} },
    lax,
  );
}

function parseForm(fields: Record<string, string>) {
  const body = Buffer.from(new URLSearchParams(fields).toString());
  const contentType = 'application/x-www-form-urlencoded';
  return parseRequest({ query: '', contentType, contentEncoding: undefined, body, headers: {} }, lax);
}

/** Through the sealed form and back. */
function travel(contents: Contents, wanted: PayloadFormat): { payload: unknown; data?: unknown } {
  const made = presentContents(unpackContents(packContents(contents), contents.format), wanted);
  return JSON.parse(JSON.stringify(made)) as ReturnType<typeof travel>;
}

function failure(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the call did not fail');
}

describe('a request without a valid payload', () => {
  test.each([
    [{ payload: 'x', payload_format: 'yaml' }],
    [{ payload: 'x', payload_format: 'JSON' }],
    [{ payload: 'x', payload_format: 1 }],
    [{ payload: 'x', payload_format: ['json'] }],
    [{ payload: 1, payload_format: 'text' }],
    [{ payload: {}, payload_format: 'html' }],
    [{ payload: false, payload_format: 'base64' }],
    [{ payload: 'a', payload_format: 'base64' }],
    [{ payload: 'abcde', payload_format: 'base64' }],
    [{ payload: 'ab=', payload_format: 'base64' }],
    [{ payload: 'ab==c', payload_format: 'base64' }],
    [{ payload: 'a b=', payload_format: 'base64' }],
    [{ payload: 'ab\n=', payload_format: 'base64' }],
    [{ payload: 'abc=====', payload_format: 'base64' }],
  ])('Invalid payload_format: %j', (body) => {
    expect(failure(() => readContents(parseJson(body)))).toBe('Invalid payload_format');
  });

  test.each(['{', 'undefined', "{'a':1}", '1e400', '{"__proto__":1}', '['.repeat(16) + ']'.repeat(16)])(
    'Invalid payload_format: json as form text %s',
    (payload) => {
      expect(failure(() => readContents(parseForm({ payload, payload_format: 'json' })))).toBe(
        'Invalid payload_format',
      );
    },
  );

  test('Invalid payload_format: a JSON number that would become null', () => {
    expect(failure(() => readContents(parseJson('{"payload":[{"a":1e400}]}')))).toBe(
      'Invalid payload_format',
    );
    expect(failure(() => readContents(parseJson('{"payload":1,"data":-1e400}')))).toBe(
      'Invalid payload_format',
    );
  });
});

describe('a request with a payload', () => {
  test.each([
    [{ payload: 0 }, 'json', 0],
    [{ payload: false }, 'json', false],
    [{ payload: {} }, 'json', {}],
    [{ payload: [] }, 'json', []],
    [{ payload: 'x', payload_format: 'json' }, 'json', 'x'],
    [{ payload: 'x' }, 'text', 'x'],
    [{ payload: 'x', payload_format: '' }, 'text', 'x'],
    [{ payload: 'x', payload_format: null }, 'text', 'x'],
    [{ payload: '{"a":1}' }, 'text', '{"a":1}'],
    [{ payload: '\u0000 nul \ufeff' }, 'text', '\u0000 nul \ufeff'],
    [{ payload: '<b>x</b>', payload_format: 'html' }, 'html', '<b>x</b>'],
    [{ payload: 'x', data: null }, 'text', 'x'],
    [{ payload: '😀'.repeat(3) }, 'text', '😀😀😀'],
  ] as const)('%j is %s and comes back as %j', (body, format, back) => {
    const contents = readContents(parseJson(body));
    expect(contents.format).toBe(format);
    expect(travel(contents, format === 'json' ? 'json' : format)).toEqual({ payload: back });
  });

  test.each([
    ['_-8', '/+8=', [255, 239]],
    ['/+8', '/+8=', [255, 239]],
    ['/+8=', '/+8=', [255, 239]],
    ['_-8=', '/+8=', [255, 239]],
    ['AA==', 'AA==', [0]],
  ])('base64 %s leaves as %s', (given, standard, bytes) => {
    const contents = readContents(parseJson({ payload: given, payload_format: 'base64' }));
    expect([...contents.payload]).toEqual(bytes);
    expect(travel(contents, 'base64')).toEqual({ payload: standard });
  });

  test('json in a form is read as JSON text, and anything else there as text', () => {
    const read = (fields: Record<string, string>) => travel(readContents(parseForm(fields)), 'json').payload;
    expect(read({ payload: '{"a":[1]}', payload_format: 'json' })).toEqual({ a: [1] });
    expect(read({ payload: 'null', payload_format: 'json' })).toBeNull();
    expect(read({ payload: '{"a":[1]}' })).toBe('{"a":[1]}');
  });

  test('data alone is answered under both names; given both, each is kept', () => {
    const alone = readContents(parseJson({ data: { a: 1 } }));
    expect(travel(alone, 'json')).toEqual({ payload: { a: 1 }, data: { a: 1 } });
    expect(travel(alone, 'text')).toEqual({ payload: '{"a":1}', data: '{"a":1}' });
    const both = readContents(parseJson({ payload: 'AA==', payload_format: 'base64', data: [null] }));
    expect(travel(both, 'base64')).toEqual({ payload: 'AA==', data: [null] });
    expect(sizeOfContents(both)).toBe(1 + '[null]'.length);
  });
});

describe('conversions', () => {
  const values = {
    json: { payload: { b: 'é' } },
    text: { payload: 'é {' },
    html: { payload: '<p>é', payload_format: 'html' },
    base64: { payload: Buffer.from('{"a":1}').toString('base64'), payload_format: 'base64' },
  } as const;
  const expected: Record<PayloadFormat, Record<PayloadFormat, unknown>> = {
    json: { json: { b: 'é' }, text: '{"b":"é"}', html: '{"b":"é"}', base64: 'eyJiIjoiw6kifQ==' },
    text: { json: 'é {', text: 'é {', html: 'é {', base64: 'w6kgew==' },
    html: { json: '<p>é', text: '<p>é', html: '<p>é', base64: 'PHA+w6k=' },
    base64: { json: { a: 1 }, text: '{"a":1}', html: '{"a":1}', base64: 'eyJhIjoxfQ==' },
  };
  const pairs = payloadFormats.flatMap((from) => payloadFormats.map((to) => [from, to] as const));

  test.each(pairs)('%s to %s', (from, to) => {
    expect(travel(readContents(parseJson(values[from])), to)).toEqual({ payload: expected[from][to] });
  });

  test.each([
    ['bytes that are not UTF-8', '/w==', 'text'],
    ['bytes that are not UTF-8', '/w==', 'html'],
    ['bytes that are not UTF-8', '/w==', 'json'],
    ['bytes that are not JSON', Buffer.from('{').toString('base64'), 'json'],
    ['bytes with a number that JSON cannot carry', Buffer.from('[1e400]').toString('base64'), 'json'],
    ['bytes that nest too deeply', Buffer.from('['.repeat(500_000)).toString('base64'), 'json'],
    ['bytes that are deep JSON', Buffer.from('['.repeat(9999) + ']'.repeat(9999)).toString('base64'), 'json'],
  ] as const)('Invalid: %s (%#) as %s', (_name, payload, wanted) => {
    const contents = readContents(parseJson({ payload, payload_format: 'base64' }));
    expect(failure(() => travel(contents, wanted))).toBe('Invalid');
  });
});
