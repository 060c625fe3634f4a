import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { defineRoute, text } from '@latchkey/http-server';
import { cleanText } from '@latchkey/pages';
import { clientAccess, clientFields } from '../access/client-access.ts';
import { limitClient } from '../access/limit-client.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { assertGrantAllowed } from '../oauth/client/assert-grant-allowed.ts';
import { audienceParameters } from '../oauth/client/audience-parameters.ts';
import { readVisitor, visitorErrors, visitorFields } from '../oauth/client/read-visitor.ts';
import { audienceErrors, resolveAudience, resolveDeviceScope } from '../oauth/client/requested-scope.ts';
import { number, settleConfirmation } from '../oauth/device/confirmation.ts';
import { startDeviceAuthorization } from '../oauth/device/start-device-authorization.ts';
import { formatUserCode } from '../oauth/device/user-code.ts';

const longestUserAgent = 512;
const longestDeviceName = 64;

/** Source: RFC 8628 3.1 and 3.2, requirement 1 "POST {sso_url}/device_authorization". */
export const deviceAuthorization = defineRoute({
  path: '/device_authorization',
  summary: 'Starts a device authorization',
  family: 'device',
  access: clientAccess,
  input: {
    properties: {
      ...clientFields,
      scope: { ...text, examples: ['openid account'] },
      ...audienceParameters,
      ...visitorFields,
      device_name: {
        ...text,
        description: 'What the device calls itself, for the person who approves; up to 64 characters',
        examples: ['anna’s laptop'],
      },
      confirmation: {
        ...text,
        description: 'number: the device can ask its user for the number that the page shows',
      },
    },
  },
  output: {
    properties: {
      device_code: text,
      user_code: text,
      verification_uri: text,
      verification_uri_complete: text,
      expires_in: { type: 'integer' },
      interval: { type: 'integer' },
      confirmation: { type: 'string', enum: [number], description: 'the device will need the number' },
    },
    optional: ['confirmation'],
  },
  errors: [
    errors.unauthorizedClient,
    ...visitorErrors,
    errors.deviceNameEmpty,
    errors.deviceNameTooLong,
    errors.confirmationUnknown,
    errors.confirmationMissing,
    errors.invalidScope,
    ...audienceErrors,
    errors.throttled,
  ],
  async handle(context: SsoContext, input, client, request) {
    assertGrantAllowed(client, 'device_code');
    const visitorIp = readVisitor(client, input);
    const deviceName = readDeviceName(input.device_name);
    await limitClient(context, 'device_authorization', client, request, visitorIp);
    const { settings } = context;
    const scope = resolveDeviceScope(client, input.scope);
    const { deviceCode, request: started } = await startDeviceAuthorization(context, {
      clientId: client.clientId,
      clientName: client.name,
      registeredBy: client.registeredBy,
      scope,
      audience: resolveAudience(client, input),
      ip: request.ip,
      visitorIp,
      deviceName,
      devicePolicy: client.devicePolicy,
      confirmation: settleConfirmation(settings.confirmation, scope, input.confirmation),
      userAgent: (request.header('user-agent') ?? '').slice(0, longestUserAgent).toWellFormed(),
      ttlSeconds: client.deviceCodeTtlSeconds,
      intervalSeconds: client.pollIntervalSeconds,
    });
    const userCode = formatUserCode(started.userCode);
    const page = `${settings.ssoUrl}/device_login`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: (started.expiresAtMs - started.createdAtMs) / 1000,
      interval: started.intervalSeconds,
      ...(started.confirmation === number && { confirmation: number }),
    };
  },
});

/** The name without what could deceive its reader. Throws invalid_request where nothing is left, or too much. */
function readDeviceName(named: string | undefined): string | undefined {
  if (named === undefined) return undefined;
  const name = cleanText(named, named.length);
  const fail = (error: ErrorSpec) => new ApiError(error, { field: 'device_name' });
  if (name === '') throw fail(errors.deviceNameEmpty);
  if (Array.from(name).length > longestDeviceName) throw fail(errors.deviceNameTooLong);
  return name;
}
