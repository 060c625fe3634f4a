import { createHash } from 'node:crypto';
import express from 'express';
import request from 'supertest';
import { createDocs } from './docs-page.ts';

const hostile = `<script>alert("1")</script>&'`;
const app = express();
const paths = createDocs(() => ({
  openapi: '3.1.0',
  info: { title: hostile, description: hostile, version: hostile },
  components: { securitySchemes: {} },
  paths: {
    [`/${hostile}`]: {
      post: {
        summary: hostile,
        tags: [hostile],
        'x-access': hostile,
        description: hostile,
        security: [],
        more: hostile,
      },
    },
  },
}));
for (const [path, show] of Object.entries(paths)) app.get(path, show);

test('no text of the document becomes markup', async () => {
  const { text } = await request(app).get('/docs');
  expect(text).not.toContain('<script');
  expect(text.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;').length).toBe(8);
  expect(text).toContain('&quot;more&quot;: &quot;&lt;script&gt;');
});

test('the policy allows the page its own style and nothing else', async () => {
  const { text, headers } = await request(app).get('/docs');
  const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
  );
});

test('/openapi.json is the document', async () => {
  expect((await request(app).get('/openapi.json')).body.info.title).toBe(hostile);
});
