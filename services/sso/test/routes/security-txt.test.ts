import { createSso, ssoUrl } from '../sso-harness.ts';

const path = '/.well-known/security.txt';

test('404 without a contact', async () => {
  expect((await createSso().agent.get(path)).status).toBe(404);
});

test('200 with the contact, and an end in the future', async () => {
  const sso = createSso({ settings: { securityContact: 'mailto:security@example.test' } });
  const response = await sso.agent.get(path);
  expect([response.status, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const expires = new Date(sso.clock.now() + 180 * 24 * 3600 * 1000).toISOString();
  expect(response.text).toBe(
    `Contact: mailto:security@example.test\nExpires: ${expires}\nCanonical: ${ssoUrl}${path}\n`,
  );
});
