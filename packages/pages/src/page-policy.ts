import type { Skin } from './skin.ts';

/**
 * The Content-Security-Policy of a page: its own style and pictures, and no request to other origins. No script runs, but for the one
 * at the address `script`. Source: contract part 1 "Approval page".
 */
export function createPagePolicy({ styleSource }: Pick<Skin, 'styleSource'>, script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${styleSource}`,
    "img-src 'self'",
    ...(script === undefined ? [] : [`script-src ${script}`]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
