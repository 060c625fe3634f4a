import { approveIcon, denyIcon, html, warningIcon, type Html, type PagePart } from '@latchkey/pages';

/** A page that only says something, with what follows from it. */
export interface Saying {
  readonly heading: string;
  readonly text?: Html | string;
  readonly kind?: 'approved' | 'denied' | 'failed';
  readonly more?: Html;
}

const icons = { approved: approveIcon, denied: denyIcon, failed: warningIcon } as const;

export function renderSaying({ heading, text, kind, more }: Saying): PagePart {
  const content = html`<div class="outcome ${kind}">
    ${kind !== undefined && icons[kind]}
    <h1>${heading}</h1>
    ${text !== undefined && html`<p>${text}</p>`} ${more}
  </div>`;
  return { title: heading, content };
}
