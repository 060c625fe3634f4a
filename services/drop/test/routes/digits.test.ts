import { request } from '@latchkey/testing';
import { createTestApp } from '../app/create-test-app.ts';

/** JSON that a double, or an object of JavaScript, would change. */
const texts = [
  '9007199254740993',
  '-12345678901234567890',
  '0.1000000000000000055511151231257827',
  '1e-400',
  '-0',
  '-0.0',
  '1.0',
  '1E+2',
  '1e308',
  '{"a":1,"a":9007199254740993}',
  '{"2":1,"1":[1.10,{"n":-0}]}',
  String.raw`"caf\u00e9 \/ 9007199254740993 \u0000"`,
];
type App = Awaited<ReturnType<typeof createTestApp>>;

/** Whether an answer has a member whose text is exactly this. */
const holds = (answer: string, name: string, text: string) =>
  [',', '}'].some((end) => answer.includes(`"${name}":${text}${end}`));

/** Sends a body as it is, as the owner. */
const send = (app: App, path: string, body: string, type = 'application/json') =>
  request(app.app)
    .post(path)
    .set('content-type', type)
    .set('authorization', `Bearer ${app.tokenOf('owner')}`)
    .send(body);

const asForm = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const formType = 'application/x-www-form-urlencoded';

/** Each way in which a text becomes the payload of a drop. */
const head = (id: string) => `{"id":"${id}","key":"k","anonymous":true,"payload_format":"json"`;
const fields = (id: string, payload: string) =>
  asForm({ id, key: 'k', anonymous: '1', payload_format: 'json', payload });
const deposits: Record<string, (app: App, id: string, text: string) => PromiseLike<{ status: number }>> = {
  'payload of a JSON body': (app, id, text) =>
    send(app, '/v1/drop/store', `${head(id)},"payload": ${text} }`),
  'data of a JSON body': (app, id, text) => send(app, '/v1/drop/store', `${head(id)},"data": ${text} }`),
  form: (app, id, text) =>
    send(
      app,
      '/v1/drop/store',
      fields(
        id,
        ` ${text}
`,
      ),
      formType,
    ),
  query: (app, id, text) => send(app, `/v1/drop/store?${fields(id, text)}`, '{}'),
  async activate(app, id, text) {
    await send(app, '/v1/drop/reserve', `{"id":"${id}"}`);
    return send(app, '/v1/drop/activate', `${head(id)},"payload":${text}}`);
  },
};

/** Each way in which a drop is read. */
const takes = {
  get: (app: App, id: string, format = {}) =>
    app.postAs('owner', '/v1/drop/get', { id, key: 'k', ...format }),
  adminGet: (app: App, id: string) => app.postAs('admin-1', '/v1/admin/get', { id, key: 'k' }),
  consume: (app: App, id: string) => app.postAs('owner', '/v1/drop/consume', { id, key: 'k' }),
  consumePublic: (app: App, id: string) => app.post('/v1/consume', { id, key: 'k' }),
};

test.each(Object.keys(deposits))('200 and digit for digit for JSON that comes as %s', async (way) => {
  const app = await createTestApp();
  for (const [at, text] of texts.entries()) {
    // Each text is read in one way, and each way reads some texts of each deposit.
    const [name, take] = Object.entries(takes)[at % 4]!;
    await deposits[way]?.(app, `${at}`, text);
    const answer = await take(app, `${at}`);
    expect([name, answer.text, holds(answer.text, 'payload', text)]).toEqual([name, answer.text, true]);
  }
});

test('200 and as text the JSON text itself, as base64 its bytes', async () => {
  const app = await createTestApp();
  for (const [at, text] of texts.entries()) {
    const id = `d${at}`;
    await send(app, '/v1/drop/store', `${head(id)},"payload":${text},"data":[${text}]}`);
    const asText = await takes.get(app, id, { payload_format: 'text' });
    expect(asText.body.data.payload).toBe(text);
    expect([asText.text, holds(asText.text, 'data', `[${text}]`)]).toEqual([asText.text, true]);
    const { body } = await takes.get(app, id, { payload_format: 'base64' });
    expect(Buffer.from(body.data.payload, 'base64').toString()).toBe(text);
  }
});

test('200 and as JSON the text of a base64 drop', async () => {
  const app = await createTestApp();
  for (const [at, text] of texts.entries()) {
    const payload = Buffer.from(text).toString('base64');
    const stored = { id: `d${at}`, key: 'k', payload, payload_format: 'base64' };
    await app.postAs('owner', '/v1/drop/store', stored);
    const answer = await takes.get(app, `d${at}`, { payload_format: 'json' });
    expect([answer.text, holds(answer.text, 'payload', text)]).toEqual([answer.text, true]);
  }
});

test.each(['reserve', 'store', 'activate'])(
  '200 and the metadata of %s comes back digit for digit',
  async (route) => {
    for (const type of ['application/json', formType]) {
      const app = await createTestApp();
      const metadata = '{"n":9007199254740993,"z":-0,"d":1.10,"n":1e-400}';
      const payload = route === 'reserve' ? {} : { payload: 'x' };
      if (route === 'activate') await send(app, '/v1/drop/reserve', '{"id":"d"}');
      const body =
        type === formType
          ? asForm({ id: 'd', key: 'k', metadata, ...payload })
          : `${JSON.stringify({ id: 'd', key: 'k', ...payload }).slice(0, -1)},"metadata":${metadata}}`;
      const made = await send(app, `/v1/drop/${route}`, body, type);
      const answers = [
        made,
        await app.postAs('owner', '/v1/drop/status', { id: 'd' }),
        await app.postAs('owner', '/v1/drop/list'),
        await app.postAs('admin-1', '/v1/admin/list'),
        ...(route === 'reserve' ? [] : [await takes.get(app, 'd')]),
        await app.postAs('owner', '/v1/drop/revoke', { id: 'd' }),
      ];
      for (const { text } of answers) expect(text).toContain(`"metadata":${metadata},`);
      await app.postAs('owner', '/v1/drop/delete', { id: 'd' });
    }
  },
);

test('400 where a payload comes twice with numbers that only doubles confuse', async () => {
  const app = await createTestApp();
  const { body } = await send(
    app,
    '/v1/drop/store',
    '{"payload":9007199254740993,"payload":9007199254740992}',
  );
  expect([body.code, body.field]).toEqual(['ambiguous_parameter', 'payload']);
});
