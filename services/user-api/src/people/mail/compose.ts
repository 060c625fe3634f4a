import { locales, type Locale, type Theme } from '@latchkey/pages';
import type { Message } from '../../sibling/mail-server.ts';
import { describeMail } from './describe-mail.ts';
import { layOutHtml, layOutText, type Places } from './lay-out.ts';
import type { LinkTokens } from './link-token.ts';
import { linkPaths } from './link.ts';
import { createMailLook } from './mail-look.ts';
import type { DueMail } from './outbox.ts';
import { de } from './texts/de.ts';
import { en, type Texts } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { ja } from './texts/ja.ts';
import { pt } from './texts/pt.ts';
import { ru } from './texts/ru.ts';
import { zh } from './texts/zh.ts';

const textsByLocale: Readonly<Record<Locale, Texts>> = { en, de, fr, es, pt, ru, ja, zh };

/** The texts of a language; English for one that is not known. */
function findTexts(locale: string): Texts {
  return textsByLocale[locales.find((known) => known === locale) ?? 'en'];
}

interface ComposePorts {
  readonly linkTokens: LinkTokens;
  /** The public address of sso, whose pages the links lead to. */
  readonly ssoUrl: string;
  readonly theme: Theme;
  /** In place of the one that the mail program prefers. */
  readonly scheme?: 'light' | 'dark';
}

/** Makes the message of a mail. Its link is the same at each attempt. Source: contract part 2 "Mail". */
export function createCompose({
  linkTokens,
  ssoUrl,
  theme,
  scheme,
}: ComposePorts): (mail: DueMail) => Message {
  const look = createMailLook(theme, scheme);
  const fixed = {
    login: `${ssoUrl}/login`,
    reset: `${ssoUrl}/reset`,
    account: `${ssoUrl}/account`,
    drops: `${ssoUrl}/account/drops`,
    host: new URL(ssoUrl).host,
    name: theme.name,
  };
  return (mail) => {
    const { id, recipient, link, locale } = mail;
    const texts = findTexts(locale);
    const token = link && `${ssoUrl}${linkPaths[link.purpose]}?link=${linkTokens.tokenOf(link)}`;
    const places: Places = { ...fixed, link: token ?? fixed.login };
    const page = { ...describeMail(mail, texts), life: link && texts.linkLife[link.purpose] };
    const { subject } = page;
    return {
      id,
      recipient,
      subject,
      text: layOutText(page, texts, places),
      html: layOutHtml(page, texts, places, look),
    };
  };
}
