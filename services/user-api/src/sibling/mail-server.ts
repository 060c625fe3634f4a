import { foldEmail, isMailAddress } from '@latchkey/contracts';
import { cleanText } from '@latchkey/pages';
import nodemailer from 'nodemailer';

export interface Message {
  /** Becomes the Message-ID, so that a repetition is known as one. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a mail server answers. `down`: it took no mail at all, whatever the recipient. */
export type Delivery =
  | { readonly result: 'sent' }
  | { readonly result: 'refused' | 'failed' | 'down'; readonly problem: string };

interface MailServerSettings {
  /** smtp: or smtps:, with user and password where the server asks for them. */
  readonly url: string;
  /** `Name <address>`, or the address. */
  readonly from: string;
  /** Takes the place of the name in `from`. */
  readonly name?: string | undefined;
  /** How long a connection and a greeting may take, in ms; any other answer twice as long. */
  readonly connectMs?: number;
}

/** A whole delivery takes this many times as long at most, which is shorter than the first wait of the outbox. */
const deliverFactor = 6;
const longestProblem = 200;

/**
 * Gives messages to a mail server over SMTP (RFC 5321), each over a connection of its own. What is sent in clear text
 * never holds the password: with one, the server must offer TLS. Source: contract part 2 "Mail".
 */
export function createMailServer({
  url,
  from,
  name,
  connectMs = 10_000,
}: MailServerSettings): (message: Message) => Promise<Delivery> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth =
    username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = nodemailer.createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(auth && { auth, requireTLS: !secure }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: connectMs * 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const written = parseSender(from);
  const sender = { ...written, name: name ?? written.name };
  return async ({ id, recipient, subject, text, html }) => {
    if (!isMailAddress(foldEmail(recipient))) return { result: 'refused', problem: 'no plain address' };
    try {
      await transport.sendMail({
        envelope: { from: sender.address, to: recipient },
        from: sender,
        to: { name: '', address: recipient },
        messageId: `<${id}@${hostOf(sender.address)}>`,
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(connectMs * deliverFactor),
      });
      return { result: 'sent' };
    } catch (error) {
      return toDelivery(error, auth?.pass);
    }
  };
}

/** The name and address of MAIL_FROM, whose form the configuration has checked. */
function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*?) ?<(.+)>$/.exec(from) ?? [];
  return { name, address };
}

function hostOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** Only what the server says of the recipient is final: what it says of us or of the content may change. */
function toDelivery(error: unknown, password = ''): Delivery {
  const { code = 'unknown', command = '', response, responseCode = 0 } = error as SmtpError;
  const said = `${command} ${response ?? code}`.trim();
  const problem = cleanText(password === '' ? said : said.replaceAll(password, '…'), longestProblem);
  if (code === 'EENVELOPE' && (command === 'API' || (command === 'RCPT TO' && responseCode >= 500)))
    return { result: 'refused', problem };
  const isOfMail = ['RCPT TO', 'DATA'].includes(command);
  return { result: isOfMail ? 'failed' : 'down', problem };
}
