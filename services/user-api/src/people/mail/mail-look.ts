import { roundness, type Theme } from '@latchkey/pages';

/** How mails look in a theme: styles of elements, and the style sheet. */
export interface MailLook {
  readonly plate: string;
  readonly button: string;
  readonly line: string;
  readonly css: string;
}

type Scheme = keyof Theme['palettes'];

/** The scheme is what the mail program prefers, unless one is named. */
export function createMailLook({ palettes, radius }: Theme, scheme?: Scheme): MailLook {
  const { action, 'on-action': onAction, plate, key, 'field-line': line } = palettes[scheme ?? 'light'];
  const dark = `\n@media (prefers-color-scheme: dark) {${listColors(palettes.dark)}\n}`;
  const corner = `border-radius:${8 * roundness[radius]}px`;
  return {
    plate: `display:inline-block;padding:4px 12px;${corner};background:${plate};color:${key};font-weight:700`,
    button: `display:inline-block;padding:12px 20px;${corner};background:${action};color:${onAction};font-weight:600;text-decoration:none`,
    line: `border-top:1px solid ${line}`,
    css: `\n${listColors(palettes[scheme ?? 'light'])}${scheme === undefined ? dark : ''}\n`,
  };
}

/** Colours are here, so that a program without styles keeps its own; those that a program must not lose are beside it. */
function listColors(palette: Theme['palettes'][Scheme]) {
  return `
  .page { background: ${palette.card}; color: ${palette.ink}; }
  .link, .card a { color: ${palette.link}; }
  .card .plate { background: ${palette.plate} !important; color: ${palette.key} !important; }
  .card a.button { background: ${palette.action} !important; color: ${palette['on-action']} !important; }
  .quiet, .card a.quiet { color: ${palette.muted}; }`;
}
