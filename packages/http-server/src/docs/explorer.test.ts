import express from 'express';
import request from 'supertest';
import { createDocs } from './explorer.ts';
import { describeApi } from './openapi.ts';

const title = `<script>alert("1")</script>&`;
const service = { name: 'example', title, description: 'For tests' };
const app = express().disable('etag');
const paths = createDocs(title, () => describeApi(service, []));
for (const [path, show] of Object.entries(paths)) app.get(path, show);

test('the title does not become markup', async () => {
  const { text } = await request(app).get('/docs');
  expect(text).toContain('<title>&lt;script&gt;alert("1")&lt;/script&gt;&amp;</title>');
});

test('the page has no script and no style of its own: its policy allows files of this origin alone', async () => {
  const { text, headers } = await request(app).get('/docs');
  expect(text).not.toMatch(/<script>|<style|style=|https?:/);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test('every file that the page names is there, and a browser that has it gets a 304', async () => {
  const { text } = await request(app).get('/docs');
  const named = [...text.matchAll(/(?:href|src)="(docs\/[^"]+)"/g)].map(([, path]) => `/${path}`);
  expect(named.toSorted()).toEqual(
    Object.keys(paths)
      .filter((path) => path.startsWith('/docs/'))
      .toSorted(),
  );
  const answers = [];
  for (const path of named) {
    const { status, headers } = await request(app).get(path);
    const type = headers['content-type']?.split(';')[0];
    const again = await request(app)
      .get(path)
      .set('if-none-match', headers['etag'] ?? '');
    answers.push([path, status, type, again.status, again.text]);
  }
  const typeOf = (path: string) => (path.endsWith('.css') ? 'text/css' : 'text/javascript');
  expect(answers).toEqual(named.map((path) => [path, 200, typeOf(path), 304, '']));
});

test('a file is compressed for a caller that takes gzip', async () => {
  const encodingFor = async (accepted: string) => {
    const answer = request(app).get('/docs/swagger-ui.css').set('accept-encoding', accepted);
    return (await answer).headers['content-encoding'];
  };
  expect([await encodingFor('gzip, br'), await encodingFor('identity')]).toEqual(['gzip', undefined]);
});
