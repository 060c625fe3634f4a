import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import { readMail, type ReceivedMail } from './received-mail.ts';

/** What a mail server does instead of taking a mail and saying so. */
export type MailFault =
  | { readonly at: 'recipient' | 'data'; readonly code: number }
  /** Takes the mail and answers nothing: the connection ends, or stays. */
  | 'drops'
  | 'hangs';

/** A real SMTP server. `faultOf` says what goes wrong with the mail that arrives. */
export function createSmtpServer(
  take: (mail: ReceivedMail) => void,
  faultOf: () => MailFault | undefined,
): SMTPServer {
  const refuseAt = (place: 'recipient' | 'data') => {
    const fault = faultOf();
    if (typeof fault === 'object' && fault.at === place)
      throw Object.assign(new Error('not now, or never'), { responseCode: fault.code });
    return fault;
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo: callbackify(async (_address: SMTPServerAddress, _session: SMTPServerSession) => {
      refuseAt('recipient');
    }),
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      const source = await buffer(stream);
      const fault = refuseAt('data');
      const mail = await readMail(source);
      for (const { address } of envelope.rcptTo)
        take({ ...mail, id: crypto.randomUUID(), recipient: address });
      if (fault === 'drops') for (const connection of server.connections) connection._socket.destroy();
      if (fault === 'hangs') await new Promise(() => undefined);
    }),
  });
  return server;
}
