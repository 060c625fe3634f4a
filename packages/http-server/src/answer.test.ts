import express from 'express';
import request from 'supertest';
import { answer, answerInPieces } from './answer.ts';

test('a text beyond ASCII is sent whole, and a header with several values several times', async () => {
  const reply = { status: 410, headers: { 'set-cookie': ['a=1', 'b=2'] }, body: 'Über' };
  const app = express().all('/', (incoming, response) => {
    response.locals['info'] = { id: 'r-1' };
    answer(response, reply, incoming, { 'content-type': 'text/plain; charset=utf-8' });
  });
  const { status, headers, text } = await request(app).get('/');
  expect([status, text, headers['content-length'], headers['set-cookie']]).toEqual([
    410,
    'Über',
    '5',
    ['a=1', 'b=2'],
  ]);
});

describe('an answer in pieces', () => {
  const common = { 'x-frame-options': 'DENY' };
  const headers = { 'content-type': 'application/json' };
  async function* make(...pieces: (string | Error)[]) {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield piece;
    }
  }
  const serve = (...pieces: (string | Error)[]) =>
    express().all('/', async (_incoming, response) => {
      response.locals['info'] = { id: 'r-1' };
      await answerInPieces(response, { status: 200, headers, pieces: make(...pieces) }, common);
    });

  test('is an error like any other where the first piece cannot be made', async () => {
    const failing = serve(new Error('canary'));
    failing.use(
      ((_error, _incoming, response, _next) =>
        void response.status(503).end('refused')) as express.ErrorRequestHandler,
    );
    expect(await request(failing).post('/')).toMatchObject({ status: 503, text: 'refused' });
  });

  test('is cut off where a later piece cannot be made, so that no part looks like the whole', async () => {
    await expect(request(serve('{"a":', new Error('lost'))).post('/')).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });

  test.each([
    ['nothing', [], ''],
    ['one piece', ['{}'], '{}'],
    ['several', ['{"a":', '1', '}'], '{"a":1}'],
  ])('of %s arrives whole, with the headers of every answer', async (_what, pieces, text) => {
    const answered = await request(serve(...pieces))
      .post('/')
      .buffer(true)
      .parse(readText);
    expect([answered.status, answered.body]).toEqual([200, text]);
    expect(answered.headers).toMatchObject({ ...common, ...headers, 'transfer-encoding': 'chunked' });
  });
});

function readText(response: request.Response, done: (error: Error | null, text: string) => void): void {
  let text = '';
  response.on('data', (piece: Buffer) => void (text += piece.toString()));
  response.on('end', () => done(null, text));
}
