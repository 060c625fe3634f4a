import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { LatchkeyError } from '@latchkey/client';
import express, { type CookieOptions, type ErrorRequestHandler, type Express, type Request } from 'express';
import type { Logins } from './logins.ts';
import { showAccount, showEnded, showFailure, showLogin, showSignIn } from './page.ts';

/** What the library says once a session is over. */
const overCodes = new Set(['no_session', 'session_ended']);

/** The pages. A browser holds one random cookie; codes and tokens never leave the back end. */
export function createApp(logins: Logins, isSecure: boolean): Express {
  // The prefix keeps other hosts of the domain from setting the cookie; browsers take it over https alone.
  const name = isSecure ? '__Host-login' : 'login';
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' };

  /** The name of the browser's login in the database, where the cookie itself must not be found. */
  function readId({ headers }: Request): string {
    const [, cookie = ''] = new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(headers.cookie ?? '') ?? [];
    return toId(cookie);
  }

  const app = express();
  app.disable('x-powered-by');
  app.use((request, response, next) => {
    response.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    // Every browser of today says whether a form is the page's own, so that another site can send none.
    const isOwn = /^(GET|HEAD)$/.test(request.method) || request.get('sec-fetch-site') === 'same-origin';
    if (isOwn) next();
    else response.status(403).send(showFailure('This form is not from this page.'));
  });

  app.get('/style.css', (_request, response) => {
    response.sendFile(join(import.meta.dirname, 'style.css'));
  });
  app.get('/', async (request, response) => {
    const id = readId(request);
    const login = await logins.read(id);
    if (login === undefined) response.send(showSignIn());
    else if (login.status !== 'redeemed' || login.tokens !== undefined) response.send(await showLogin(login));
    else {
      const { email } = await logins.userInfo(id);
      response.send(showAccount(email ?? ''));
    }
  });
  app.post('/login', async (_request, response) => {
    const cookie = randomBytes(32).toString('base64url');
    await logins.start(toId(cookie));
    response.cookie(name, cookie, options).redirect(303, '/');
  });
  app.post('/continue', express.urlencoded({ extended: false }), async (request, response) => {
    const { number } = (request.body ?? {}) as { number?: unknown };
    // Two wrong numbers end a sign-in; what has not four digits is none.
    await logins.goOn(readId(request), /^\d{4}$/.exec(String(number))?.[0]);
    response.redirect(303, '/');
  });
  app.post('/logout', async (request, response) => {
    await logins.end(readId(request));
    response.clearCookie(name, options).redirect(303, '/');
  });

  app.use(((error, _request, response, _next) => {
    if (error instanceof LatchkeyError && overCodes.has(error.code)) return response.send(showEnded());
    console.error(error);
    const { status = 503 } = error as { status?: number };
    response.status(status).send(showFailure('This site cannot do that now. Try again in a moment.'));
  }) satisfies ErrorRequestHandler);
  return app;
}

const toId = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');
