import { html, styleElement, toMarkup, type Html } from '@latchkey/pages';
import type { Description } from './describe-mail.ts';
import type { MailLook } from './mail-look.ts';
import type { Texts } from './texts/en.ts';

/** What a word in {} in a text is replaced by. An address is at the end of its line, so that no sign after it becomes part of it. */
export type Places = Readonly<
  Record<'login' | 'reset' | 'account' | 'drops' | 'link' | 'host' | 'name', string>
>;

interface Page extends Description {
  /** How long its link is valid; null without one. */
  readonly life: string | null;
}

export function layOutText(
  { what, facts, button, life, ifNotYou }: Page,
  { footer }: Texts,
  places: Places,
): string {
  const blocks = [
    fill(what, places).join(''),
    button && `${button.label}:\n${places[button.place]}`,
    life,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    fill(ifNotYou, places).join(''),
    `-- \n${fill(footer, places).join('')}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** The same as HTML: one column without tables or pictures, readable where its style is taken away. */
export function layOutHtml(page: Page, texts: Texts, places: Places, look: MailLook): string {
  const { subject, what, facts, button, life, ifNotYou } = page;
  const address = button && places[button.place];
  const paragraph = (text: string) => html`<p style="margin:0 0 16px">${fillHtml(text, places)}</p>`;
  return toMarkup(
    html`<!doctype html>
      <html lang="${texts.tag}" dir="ltr">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
          <title>${subject}</title>
          ${styleElement(look.css)}
        </head>
        <body class="page" style="margin:0;padding:0">
          <div
            class="card"
            style="box-sizing:border-box;max-width:600px;margin:0 auto;padding:24px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;overflow-wrap:anywhere"
          >
            <p style="margin:0 0 16px">
              <span class="plate" translate="no" style="${look.plate}">${places.name}</span>
            </p>
            <h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
            ${paragraph(what)}
            ${
              button &&
              html`<p style="margin:0 0 16px">
                  <a class="button" href="${address}" style="${look.button}">${button.label}</a>
                </p>
                <p class="quiet" style="margin:0 0 16px;font-size:13px">
                  ${texts.copyAddress}<br /><a class="quiet" href="${address}">${address}</a>
                </p>`
            }
            ${life && paragraph(life)}
            ${facts.length > 0 && html`<p style="margin:0 0 16px">${facts.map(renderFact)}</p>`}
            ${paragraph(ifNotYou)}
            <p class="quiet" style="margin:0;padding-top:16px;${look.line};font-size:14px">
              ${fillHtml(texts.footer, places)}
            </p>
          </div>
        </body>
      </html> `,
  );
}

function renderFact([label, value]: Description['facts'][number], at: number): Html {
  return html`${at > 0 && html`<br />`}${label}: <bdi translate="no"><strong>${value}</strong></bdi>`;
}

/** The parts of a text: at odd places what stood in {}. */
function fill(text: string, places: Places): string[] {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? places[part as keyof Places] : part));
}

function fillHtml(text: string, places: Places): (Html | string)[] {
  return fill(text, places).map((part, at) => {
    if (at % 2 === 1 && part !== places.host && part !== places.name)
      return html`<a class="link" href="${part}">${part}</a>`;
    return part.startsWith('\n') ? html`<br />${part.slice(1)}` : part;
  });
}
