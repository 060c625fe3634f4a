import type { ReceivedMail } from './received-mail.ts';

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

export function renderList(mails: readonly ReceivedMail[]): string {
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
export function renderMessage({ id, recipient, from, subject, text }: ReceivedMail): string {
  const linked = escape(text).replace(/https?:\/\/[^\s&<>]+(?:&amp;[^\s&<>]+)*/g, '<a href="$&">$&</a>');
  return renderPage(
    subject,
    `<p><a href="/">All mails</a></p><p>From ${escape(from)} to ${escape(recipient)}</p><pre>${linked}</pre>
<iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}/html"></iframe>`,
  );
}
