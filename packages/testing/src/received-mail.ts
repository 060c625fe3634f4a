import PostalMime from 'postal-mime';

export interface ReceivedMail {
  readonly id: string;
  readonly messageId: string;
  /** Of the envelope. */
  readonly recipient: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly links: readonly string[];
}

export async function readMail(source: Uint8Array): Promise<Omit<ReceivedMail, 'id' | 'recipient'>> {
  const mail = await PostalMime.parse(source);
  const { messageId = '', from, to = [], subject = '', text = '', html = '', headers } = mail;
  return {
    messageId,
    from: from?.address ?? '',
    to: to.map(({ address = '' }) => address).join(', '),
    subject,
    text,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
  };
}
