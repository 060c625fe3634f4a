import { ApiError } from '@latchkey/contracts';
import { definePage, publicAccess, type PageResult } from '@latchkey/http-server';
import qrcode from 'qrcode';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { formatUserCode, readUserCode } from '../oauth/device/user-code.ts';

/** Any page of a relying party may show the image. */
const headers = { 'cross-origin-resource-policy': 'cross-origin' };

/**
 * GET /qr.svg: verification_uri_complete of a code as a QR code. Every well-formed code gets one, live or not, so the
 * answer does not reveal which codes exist. Source: contract part 1 "Routes", RFC 8628 3.3.1.
 */
export const qr = definePage({
  method: 'GET',
  path: '/qr.svg',
  documentType: 'image/svg+xml',
  summary: 'QR code of verification_uri_complete',
  family: 'device',
  access: publicAccess,
  input: { properties: { user_code: { type: 'string' } } },
  output: { properties: { verification_uri_complete: { type: 'string' }, svg: { type: 'string' } } },
  errors: [errors.malformedUserCode],
  async handle({ settings }: SsoContext, input): Promise<PageResult> {
    const userCode = readUserCode(input.user_code ?? '');
    if (userCode === undefined) throw new ApiError(errors.malformedUserCode);
    const uri = `${settings.ssoUrl}/device_login?user_code=${formatUserCode(userCode)}`;
    const svg = await qrcode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M' });
    const json = { verification_uri_complete: uri, svg };
    return { html: () => svg, json, headers };
  },
});
