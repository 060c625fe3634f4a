import { createHash } from 'node:crypto';
import { demo } from '../../infra/local/person.ts';
import { postForm } from '../../infra/local/raw-requests.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { openStack } from '../open-stack.ts';
import { addAuthenticator } from './authenticator.ts';
import { openPage, useBrowser } from './open-browser.ts';
import { createPasskeyPeople } from './passkey-person.ts';

const place = useBrowser(openStack);
const { at, open, signOut, addPasskey, openWithPasskey, usePasskey } = createPasskeyPeople(place);

test('a person adds a passkey, signs in with it, approves a device with it, and removes it', async () => {
  const { page, key } = await openWithPasskey('My key');
  await page.goto(at('/login'));
  await usePasskey(page, key);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  const latchkey = createRelyingParty(place.stack.urls);
  const device = await latchkey.startDeviceLogin();
  await page.goto(device.verificationUriComplete);
  await page.getByRole('button', { name: 'Continue' }).click();
  await usePasskey(page, key);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Access approved' }).waitFor();
  expect((await pickUp(latchkey, device)).status).toBe('redeemed');

  await page.goto(at('/account/passkeys'));
  await page.getByRole('button', { name: 'Remove My key' }).click();
  await page.getByText('signs nobody in any more').waitFor();
  await signOut(page);
  await page.goto(at('/login'));
  await usePasskey(page, key);
  await page.getByText('This passkey was not accepted').waitFor();
});

test('a person signs in to an app with a passkey, and the app learns how', async () => {
  const { page, key } = await openWithPasskey('For the app');
  const redirect_uri = 'http://127.0.0.1:1/callback';
  const verifier = 'v'.repeat(43);
  const sent = {
    response_type: 'code',
    client_id: demo.cli.client_id,
    redirect_uri,
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  await page.goto(at(`/authorize?${new URLSearchParams(sent).toString()}`));
  await usePasskey(page, key);
  const led = page.waitForRequest((request) => request.url().startsWith(redirect_uri));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const code = new URL((await led).url()).searchParams.get('code') ?? '';
  const form = { ...demo.cli, grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
  const { body } = await postForm(at('/token'), form);
  const [, claims = ''] = String(body['id_token']).split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    amr: ['hwk', 'user', 'mfa'],
  });
});

test('a browser offers a passkey in the field of the address, and without script no button is seen', async () => {
  const page = await open('/login');
  const key = await addAuthenticator(page, { synced: true });
  await addPasskey(page, key, 'Of my phone');
  await page.getByText('Copied to your other devices').waitFor();
  await signOut(page);
  await key.touch(() => page.goto(at('/login')));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const plain = await openPage(place.browser, { javaScriptEnabled: false, locale: 'en' });
  await plain.goto(at('/login'));
  expect(await plain.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false);
  expect(await plain.getByRole('button', { name: 'Sign in' }).isVisible()).toBe(true);
});
