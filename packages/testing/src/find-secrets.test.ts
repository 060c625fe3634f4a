import { randomBytes } from 'node:crypto';
import { findSecretLines } from './find-secrets.ts';

const token = `aA1${randomBytes(30).toString('base64url')}`;

test.each([
  `{"message":"refused ${token}"}`,
  `{"error":"eyJhbGciOiJSUzUxMiIsInR5cCI6ImF0K2p3dCJ9a.${token}"}`,
  `{"root":"rs_${token}"}`,
  '{"path":"/device_login?user_code=ABCD"}',
  '{"url":"http://localhost/a/b?auth[token]=x"}',
  '{"password":"latchkey-demo-password"}',
])('a line that holds a secret is reported: %s', (line) => {
  expect(findSecretLines(`{"status":200}\n${line}\n`)).toEqual([line]);
});

test.each([
  `{"traceparent":"00-${'0af7651916cd43dd'.repeat(2)}-b7ad6b7169203331-01"}`,
  `{"hash":"${'0123456789abcdef'.repeat(4)}"}`,
  '{"id":"6f1c4b1e-8d9a-4a0e-9d7d-2f0c3c1b5a77","path":"/v1/drop/consume"}',
  '{"stack":"at a (file:///repo/node_modules/.pnpm/@prisma+client@7.10.0_x/node_modules/B9.js)"}',
  '{"path":"/device_login?[redacted]"}',
])('a line that holds no secret is not reported: %s', (line) => {
  expect(findSecretLines(line)).toEqual([]);
});
