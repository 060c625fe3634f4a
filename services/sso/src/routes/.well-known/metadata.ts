import { withoutSlash } from '@latchkey/contracts';
import { defineRoute, publicAccess, text, texts } from '@latchkey/http-server';
import { locales } from '@latchkey/pages';
import { dpopAlgorithms, identityScopes, rightScopes } from '@latchkey/tokens';
import type { SsoContext, SsoSettings } from '../../context.ts';
import { grants } from '../../grants/index.ts';
import { prompts } from '../../people/authorize/app-request.ts';

const authMethods = ['client_secret_post', 'client_secret_basic', 'none'];

/**
 * Source: OpenID Connect Discovery 3, RFC 8414 2, RFC 8628 4, RFC 9207 3, RP-Initiated Logout 1.0 2.1, contract part 1
 * "Routes". What begins with latchkey_ is what a device must know beside the address of sso, and what the installation
 * calls itself.
 */
function describeServer({ issuer, ssoUrl, userApiUrl, dropUrl, skin }: SsoSettings) {
  return {
    issuer,
    authorization_endpoint: `${ssoUrl}/authorize`,
    end_session_endpoint: `${ssoUrl}/logout`,
    token_endpoint: `${ssoUrl}/token`,
    device_authorization_endpoint: `${ssoUrl}/device_authorization`,
    introspection_endpoint: `${ssoUrl}/introspect`,
    revocation_endpoint: `${ssoUrl}/revoke`,
    userinfo_endpoint: `${ssoUrl}/userinfo`,
    jwks_uri: `${ssoUrl}/jwks`,
    grant_types_supported: [...grants.keys()],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: [...prompts],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    scopes_supported: [...identityScopes, ...rightScopes],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS512'],
    dpop_signing_alg_values_supported: dpopAlgorithms,
    claims_supported: [
      'iss',
      'aud',
      'sub',
      'exp',
      'iat',
      'auth_time',
      'amr',
      'name',
      'email',
      'email_verified',
      'groups',
    ],
    ui_locales_supported: [...locales],
    latchkey_name: skin.name,
    latchkey_user_api: userApiUrl,
    latchkey_drop: dropUrl,
  };
}

/** Defines the route of one path. Both paths answer the same document. */
function describeAt(path: string, summary: string) {
  return defineRoute({
    method: 'GET',
    path,
    summary,
    family: 'discovery',
    access: publicAccess,
    input: { properties: {} },
    output: {
      properties: {
        issuer: text,
        authorization_endpoint: text,
        end_session_endpoint: text,
        token_endpoint: text,
        device_authorization_endpoint: text,
        introspection_endpoint: text,
        revocation_endpoint: text,
        userinfo_endpoint: text,
        jwks_uri: text,
        grant_types_supported: texts,
        response_types_supported: texts,
        response_modes_supported: texts,
        code_challenge_methods_supported: texts,
        prompt_values_supported: texts,
        authorization_response_iss_parameter_supported: { type: 'boolean' },
        token_endpoint_auth_methods_supported: texts,
        introspection_endpoint_auth_methods_supported: texts,
        revocation_endpoint_auth_methods_supported: texts,
        scopes_supported: texts,
        subject_types_supported: texts,
        id_token_signing_alg_values_supported: texts,
        dpop_signing_alg_values_supported: texts,
        claims_supported: texts,
        ui_locales_supported: texts,
        latchkey_name: text,
        latchkey_user_api: text,
        latchkey_drop: text,
      },
      required: ['issuer', 'token_endpoint', 'jwks_uri', 'response_types_supported'],
    },
    errors: [],
    cacheControl: 'public, max-age=300',
    handle: ({ settings }: SsoContext) => describeServer(settings),
  });
}

/**
 * Where an issuer with a path is looked for: the well-known part follows the path (OpenID Connect Discovery 4.1), or is put
 * before it (RFC 8414 3.1). Empty for an issuer without one, which both rules find at the paths of all issuers.
 */
export function metadataOf(issuer: string) {
  const path = withoutSlash(new URL(issuer).pathname);
  if (path === '') return [];
  const literal = path.replaceAll(/[{}()[\]+?!:*\\]/g, String.raw`\$&`);
  return [openidConfiguration, authorizationServer].flatMap((route) => [
    { ...route, path: `${literal}${route.path}` },
    { ...route, path: `${route.path}${literal}` },
  ]);
}

export const openidConfiguration = describeAt(
  '/.well-known/openid-configuration',
  'OpenID provider metadata',
);
export const authorizationServer = describeAt(
  '/.well-known/oauth-authorization-server',
  'OAuth authorization server metadata',
);
