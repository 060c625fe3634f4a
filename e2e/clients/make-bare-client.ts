import { createLatchkey, createMemoryStore, userApi, type DeviceLogin } from '@latchkey/client';
import type { Urls } from '../../infra/local/environment.ts';
import { approve, demo } from '../../infra/local/person.ts';

/** A client of the demo's person whose refresh_binding is optional; the secret of a confidential one. */
export async function makeBareClient(
  urls: Urls,
  type: 'public' | 'confidential',
  more: {
    readonly grant_types?: string[];
    readonly redirect_uris?: string[];
    readonly post_logout_redirect_uris?: string[];
  } = {},
) {
  const latchkey = createLatchkey({ ...urls, clientId: demo.cli.client_id, allowHttp: true });
  let login: DeviceLogin = await latchkey.startDeviceLogin({ scope: 'clients' });
  await approve(urls, login);
  for await (login of latchkey.followDeviceLogin(latchkey.continueDeviceLogin(login)));
  const session = await latchkey.openSession(createMemoryStore(), login);
  const { client_id: id, client_secret: secret = '' } = await userApi(session)('/oauth/clients/create', {
    name: `Any library, ${type}`,
    type,
    refresh_binding: 'optional',
    ...more,
    ...(type === 'confidential' && { token_endpoint_auth_method: 'client_secret_post' }),
  });
  return { id, secret };
}
