import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { ReceivedMail } from './received-mail.ts';
import { createSmtpServer, type MailFault } from './smtp-server.ts';

export interface Mailbox {
  /** Of the page to read mails in; /messages?to=… is the same as JSON. */
  readonly url: string;
  readonly smtpUrl: string;
  /** What has arrived for an address, or for anybody, the oldest first. */
  messages(recipient?: string): readonly ReceivedMail[];
  /** The first mail for an address that fits, once it is there. */
  waitFor(recipient: string, fits?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
  /** Lets every mail from now on go wrong, or none. */
  setFault(fault: MailFault | undefined): void;
  stop(): Promise<void>;
}

/** More than a demo sends; older ones are forgotten. */
const mostMails = 1_000;

/**
 * Starts a real SMTP server on this machine that keeps all mails in memory, and a page to read them in. Ports are free
 * ones unless given.
 */
export async function startMailbox({ smtpPort = 0, pagePort = 0 } = {}): Promise<Mailbox> {
  let fault: MailFault | undefined;
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const take = (mail: ReceivedMail): void => {
    mails.push(mail);
    if (mails.length > mostMails) mails.shift();
    for (const look of waiting) look();
  };
  const smtp = createSmtpServer(take, () => fault);
  const messages = (recipient?: string) =>
    mails.filter((mail) => recipient === undefined || mail.recipient === recipient);
  const pages = createServer((request, response) => answer(messages, request.url ?? '/', response));
  await listen(smtp.server, () => smtp.listen(smtpPort, '127.0.0.1'));
  await listen(pages, () => pages.listen(pagePort, '127.0.0.1'));
  return {
    url: `http://localhost:${portOf(pages)}`,
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    messages,
    setFault: (next) => void (fault = next),
    waitFor: (recipient, fits = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = messages(recipient).find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async stop() {
      pages.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => pages.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ]);
    },
  };
}

/** The pages show what was sent; a mail's own HTML runs nothing and opens links in a new tab. */
function answer(messages: Mailbox['messages'], path: string, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [, place, id, part] = pathname.split('/');
  const send = (
    status: number,
    type: string,
    body: string,
    policy = "default-src 'self'; style-src 'unsafe-inline'",
  ) =>
    response
      .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy })
      .end(body);
  const found = messages(searchParams.get('to') ?? undefined);
  const mail = found.find((one) => one.id === id);
  if (pathname === '/') send(200, 'text/html', renderList(found));
  else if (place === 'messages' && id === undefined) send(200, 'application/json', JSON.stringify(found));
  else if (mail === undefined) send(404, 'text/plain', 'There is no such mail.');
  else if (part === 'html') send(200, 'text/html', mail.html, sandbox);
  else send(200, 'text/html', renderMessage(mail));
}

const sandbox =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'";

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function listen(server: Server, begin: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
    begin();
  });
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
}

function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: 0.25rem 0.5rem; border-bottom: 1px solid #8888; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8888; padding: 1rem; }
iframe { width: 100%; height: 40rem; border: 1px solid #8888; }
</style><h1>${escape(title)}</h1>${body}</html>`;
}

function renderList(mails: readonly ReceivedMail[]): string {
  const rows = mails
    .toReversed()
    .map(
      ({ id, recipient, subject }) =>
        `<tr><td>${escape(recipient)}</td><td><a href="/messages/${id}">${escape(subject)}</a></td></tr>`,
    );
  const table = `<table><tr><th>To</th><th>Subject</th></tr>${rows.join('')}</table>`;
  return renderPage('Mailbox', rows.length === 0 ? '<p>No mail has arrived.</p>' : table);
}

/** A mail: its headers, its text with links that can be followed, and its HTML in a frame that runs nothing. */
function renderMessage({ id, recipient, from, subject, text }: ReceivedMail): string {
  const linked = escape(text).replace(/https?:\/\/[^\s&<>]+(?:&amp;[^\s&<>]+)*/g, '<a href="$&">$&</a>');
  return renderPage(
    subject,
    `<p><a href="/">All mails</a></p><p>From ${escape(from)} to ${escape(recipient)}</p><pre>${linked}</pre>
<iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}/html"></iframe>`,
  );
}
