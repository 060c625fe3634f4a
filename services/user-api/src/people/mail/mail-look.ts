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
  const corner = `border-radius:${8 * roundness[radius]}px`;
  return {
    plate: `display:inline-block;padding:4px 12px;${corner};background:${plate};color:${key};font-weight:700`,
    button: `display:inline-block;padding:12px 20px;${corner};background:${action};color:${onAction};font-weight:600;text-decoration:none`,
    line: `border-top:1px solid ${line}`,
    css: `
${listColors(palettes[scheme ?? 'light'])}${
      scheme === undefined
        ? `
@media (prefers-color-scheme: dark) {${listColors(palettes.dark)}
}`
        : ''
    }
`,
  };
}

/** Colours are here, so that a program without styles keeps its own; those that a program must not lose are beside it. */
function listColors({
  card,
  ink,
  link,
  muted,
  plate,
  key,
  action,
  'on-action': onAction,
}: Theme['palettes'][Scheme]) {
  return `
  .page { background: ${card}; color: ${ink}; }
  .link, .card a { color: ${link}; }
  .card .plate { background: ${plate} !important; color: ${key} !important; }
  .card a.button { background: ${action} !important; color: ${onAction} !important; }
  .quiet, .card a.quiet { color: ${muted}; }`;
}
