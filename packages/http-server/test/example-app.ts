import { ApiError } from '@latchkey/contracts';
import type { AppSettings } from '../src/create-app.ts';
import { createApp, createEnvelopeProtocol, defineRoute, publicAccess, type Access } from '../src/index.ts';

/** What the logger of the example has logged, by level. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

export function createListLogger(lines: LogLine[]) {
  const at =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      lines.push({ level, message, fields });
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), safe: at('info') };
}

/** What the tests take for a lost dependency. */
export const isDependencyLost = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

const denied = { code: 'token_missing', message: 'A token is required' } as const;
const gone = { code: 'expired', message: 'It is gone' } as const;

const bearer: Access<unknown, { id: string }> = {
  name: 'user token',
  signIn: ['tokenField'],
  errors: [denied],
  admit(_context, parsed, request) {
    const id = parsed.string('token');
    if (id === undefined) throw new ApiError(denied);
    request.note({ principal_id: id });
    return { id };
  },
};

export const echo = defineRoute({
  path: '/v1/echo',
  summary: 'Says what it was sent',
  access: bearer,
  input: {
    required: ['word'],
    properties: {
      word: { type: 'string', minLength: 1, maxLength: 8 },
      count: { type: 'integer', minimum: 1 },
      loud: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      status: { type: 'string', enum: ['active'], errorCode: 'invalid_filter' },
      anything: {},
    },
  },
  output: {
    required: ['said'],
    properties: {
      said: { type: 'object', properties: { word: { type: 'string' }, by: { type: 'string' } } },
      input: {},
    },
  },
  errors: [gone],
  handle: (_context: unknown, input, caller) => ({
    said: { word: input.word, by: caller.id, secret: 'never leaves' },
    input: { ...input },
    hidden: 'never leaves',
  }),
});

const failing = defineRoute({
  path: '/v1/fail',
  summary: 'Fails as it is asked to',
  access: publicAccess,
  input: { properties: { how: { type: 'string' } } },
  output: { properties: {} },
  errors: [gone],
  handle(_context: unknown, input) {
    if (input.how === 'listed') throw new ApiError(gone, { field: 'id', retryAfterSeconds: 7 });
    if (input.how === 'unlisted') throw new ApiError({ code: 'forbidden', message: 'No' });
    if (input.how === 'refused') throw new ApiError(gone, { cause: new Error('why') });
    if (input.how === 'database') throw Object.assign(new Error('nope'), { code: 'ECONNREFUSED' });
    throw new Error('secret detail');
  },
});

export const service = { name: 'example', title: 'Example', description: 'For tests' };

/** An app with the two routes above, unless other settings are given; what it logs is put into `lines`. */
export function createExampleApp<Context = undefined>(
  lines: LogLine[] = [],
  settings: Partial<AppSettings<Context>> = {},
) {
  return createApp<Context>({
    service,
    context: undefined as Context,
    groups: [{ protocol: createEnvelopeProtocol(), routes: [echo, failing] }],
    logger: createListLogger(lines),
    health: {},
    isDependencyLost,
    newRequestId: () => 'r-1',
    ...settings,
  });
}
