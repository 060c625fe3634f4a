import { ApiError } from '@latchkey/contracts';
import { definePage, publicAccess, type PageResult } from '@latchkey/http-server';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';

const lifeMs = 180 * 24 * 3600 * 1000;

/** Where vulnerabilities of this installation are reported. Source: RFC 9116. */
export const securityTxt = definePage({
  method: 'GET',
  path: '/.well-known/security.txt',
  documentType: 'text/plain',
  summary: 'Where vulnerabilities are reported',
  family: 'discovery',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: { contact: { type: 'string' }, expires: { type: 'string' } } },
  errors: [errors.noSecurityContact],
  async handle({ settings, now }: SsoContext): Promise<PageResult> {
    const { securityContact: contact, ssoUrl } = settings;
    if (contact === undefined) throw new ApiError(errors.noSecurityContact);
    const expires = new Date(now() + lifeMs).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      `Canonical: ${ssoUrl}/.well-known/security.txt`,
    ];
    return { html: () => `${lines.join('\n')}\n`, json: { contact, expires } };
  },
});
