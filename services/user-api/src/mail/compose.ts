import { html, toMarkup } from '@latchkey/pages';
import type { LinkTokens } from '../link/link-token.ts';
import { linkPaths } from '../link/link.ts';
import type { Message } from './message.ts';
import type { DueMail } from './outbox.ts';

interface ComposePorts {
  readonly linkTokens: LinkTokens;
  /** The public address of sso, whose pages the links lead to. */
  readonly ssoUrl: string;
}

/** Makes the message of a mail. Its link is the same at each attempt. Source: contract part 2 "Mail". */
export function createCompose({ linkTokens, ssoUrl }: ComposePorts): (mail: DueMail) => Message {
  return ({ id, kind, recipient, link }) => {
    const address =
      link === null ? ssoUrl : `${ssoUrl}${linkPaths[link.purpose]}?link=${linkTokens.tokenOf(link)}`;
    const text = `${kind}\n\n${address}\n`;
    return {
      id,
      recipient,
      subject: kind,
      text,
      html: toMarkup(
        html`<p>${kind}</p>
          <p><a href="${address}">${address}</a></p>`,
      ),
    };
  };
}
