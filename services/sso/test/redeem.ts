import { createSso } from './sso-harness.ts';

/** A service that has given the public client a token package over `scope`. */
export async function redeemTokens(scope: string, changes: Parameters<typeof createSso>[0] = {}) {
  const sso = createSso(changes);
  const { device_code } = await sso.start();
  await sso.approve(device_code, scope);
  const form = { grant_type: 'device_code', device_code, client_id: 'demo-cli' };
  const { body } = await sso.post('/token', form);
  return {
    ...sso,
    tokens: body as Record<'access_token' | 'refresh_token' | 'binding_chain' | 'binding_link', string>,
  };
}

/** The form that renews a token package, as the public client unless another one is given. */
export function refreshing(
  { refresh_token = '', binding_chain = '', binding_link = '' }: Readonly<Record<string, string>>,
  client: Readonly<Record<string, string>> = { client_id: 'demo-cli' },
): Record<string, string> {
  return { ...client, grant_type: 'refresh_token', refresh_token, binding_chain, binding_link };
}
