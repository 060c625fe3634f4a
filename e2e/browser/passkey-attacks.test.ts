import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSignIn } from '../../infra/local/person.ts';
import { postForm } from '../../infra/local/raw-requests.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { addAuthenticator } from './authenticator.ts';
import { useBrowser } from './open-browser.ts';
import { createPasskeyPeople } from './passkey-person.ts';

const place = useBrowser(shareStack);
const { at, openForButton, signIn, signOut, newPerson, openWithPasskey, usePasskey } =
  createPasskeyPeople(place);

test('an answer that was seen on its way signs nobody in: not by its form once that sign-in is over, nor by another', async () => {
  const { page, key } = await openWithPasskey('Overheard');
  await page.goto(at('/login'));
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await usePasskey(page, key);
  const overheard = await sent;
  const { cookie = '' } = await overheard.allHeaders();
  const form = Object.fromEntries(new URLSearchParams(overheard.postData() ?? ''));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await signOut(page);
  expect((await postForm(at('/login'), form, { cookie })).status).toBe(401);
  const { send } = await openSignIn(place.stack.urls);
  expect((await send({ passkey: form['passkey'] ?? '' })).status).toBe(401);
});

test('a copy of a key that counts behind the key is refused, its person gets a mail, and the key stays', async () => {
  const { page, key, person } = await openWithPasskey('Copied');
  const thief = await openForButton();
  const copy = await addAuthenticator(thief);
  for (const credential of await key.credentials()) await copy.add(credential);
  await page.goto(at('/login'));
  await usePasskey(page, key);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await usePasskey(thief, copy);
  await thief.getByText('This passkey was not accepted').waitFor();
  const { mailbox } = place.stack;
  await mailbox.waitFor(person.email, ({ subject }) => subject === 'A passkey may have been copied');
  await signOut(page);
  await page.goto(at('/login'));
  await usePasskey(page, key);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('the key of another account approves nothing where somebody is signed in', async () => {
  const { page, key } = await openWithPasskey('Of somebody else');
  const person = await newPerson();
  await page.goto(at('/login'));
  await signIn(page, person);
  const latchkey = createRelyingParty(place.stack.urls);
  const device = await latchkey.startDeviceLogin();
  await page.goto(device.verificationUriComplete);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(person.email).first().waitFor();
  await usePasskey(page, key);
  await page.getByText('This browser is signed in with a different account').waitFor();
  expect((await pickUp(latchkey, device)).status).toBe('pending');
});

describe('a challenge of the sign-in that another page has passed on', () => {
  let foreign: Server;
  beforeAll(async () => {
    foreign = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Foreign</title>');
    });
    await new Promise<void>((resolve) => foreign.listen(0, resolve));
  });
  afterAll(() => foreign.close());
  const foreignAt = (host: string) => `http://${host}:${(foreign.address() as AddressInfo).port}/`;

  /** What the browser signs on the page at `address`, where a stranger has brought a challenge from the sign-in. */
  async function phish(address: string) {
    const { page, key } = await openWithPasskey('Of the victim');
    const { challenge, send } = await openSignIn(place.stack.urls);
    await page.goto(address);
    const rpId = new URL(place.stack.urls.sso).hostname;
    const options = JSON.stringify({ challenge, rpId, userVerification: 'required' });
    const ask = `navigator.credentials
      .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${options}) })
      .then(JSON.stringify, String)`;
    await key.answer(true);
    return { answer: await page.evaluate<string>(ask), send };
  }

  test.each([
    ['its own origin', 200, () => at('/login')],
    ['another port', 401, () => foreignAt(new URL(place.stack.urls.sso).hostname)],
  ])('signed at %s: %d', async (_where, status, addressOf) => {
    const { answer, send } = await phish(addressOf());
    expect(answer).toContain('clientDataJSON');
    expect((await send({ passkey: answer })).status).toBe(status);
  });

  test('is not signed by the browser at 127.0.0.1', async () => {
    expect((await phish(foreignAt('127.0.0.1'))).answer).toContain('SecurityError');
  });
});
