import { ApiError } from '@latchkey/contracts';
import express from 'express';
import request from 'supertest';
import { answer, failureHeaders } from './answer.ts';

const reply = {
  status: 410,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'set-cookie': ['a=1', 'b=2'] },
  body: 'Über',
};
const app = express().all('/', (incoming, response) => {
  response.locals['info'] = { id: 'r-1' };
  answer(response, reply, incoming, { 'content-type': 'text/html', 'x-frame-options': 'DENY' });
});

test('HEAD gets the headers of a GET and no body', async () => {
  const [head, get] = [await request(app).head('/'), await request(app).get('/')];
  expect([head.status, head.headers['content-length'], head.text ?? '']).toEqual([410, '5', '']);
  expect(get.headers['content-length']).toBe('5');
});

test('a header with several values is sent several times', async () => {
  const { status, headers, text } = await request(app).get('/');
  expect([status, text, headers['set-cookie']]).toEqual([410, 'Über', ['a=1', 'b=2']]);
});

test('the headers of every answer and the request’s id come along, and a reply replaces them', async () => {
  expect((await request(app).get('/')).headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-frame-options': 'DENY',
    'x-request-id': 'r-1',
  });
});

test('a failure brings its own headers and says when to try again', () => {
  const spec = { code: 'throttled', message: 'Later' } as const;
  expect(failureHeaders(new ApiError(spec))).toEqual({});
  expect(failureHeaders(new ApiError(spec, { retryAfterSeconds: 0 }))).toEqual({ 'retry-after': '0' });
  const headers = { 'www-authenticate': 'Bearer' };
  expect(failureHeaders(new ApiError(spec, { headers, retryAfterSeconds: 7 }))).toEqual({
    ...headers,
    'retry-after': '7',
  });
});
