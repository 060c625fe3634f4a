import { groupFields, text } from '@latchkey/contracts';
import type { FieldsSchema } from './validate.ts';

/** How a caller of a route says who it is. None: it need not. */
export type SignIn =
  | 'tokenField'
  | 'bearer'
  | 'dpop'
  | 'basic'
  | 'clientForm'
  | 'payload'
  | 'cookie'
  | 'serviceKey';

interface SecurityScheme {
  readonly type: string;
  readonly description: string;
  readonly [member: string]: string;
}

/** All the schemes of a way are shown together. */
type Way = Readonly<Record<string, SecurityScheme>>;

/** OpenAPI has no scheme for a field of the body. The query, which the parser reads too, is the nearest one. */
const ways: Record<Exclude<SignIn, 'clientForm' | 'payload'>, Way> = {
  tokenField: {
    tokenField: {
      type: 'apiKey',
      in: 'query',
      name: 'auth.token',
      description:
        'An access token. Send it as the field `auth.token` of the body, as this page does. OpenAPI has no scheme for a field of the body; the query is read too, but addresses are kept in logs.',
    },
  },
  bearer: {
    bearer: { type: 'http', scheme: 'bearer', description: 'An access token in the Authorization header.' },
  },
  dpop: {
    dpopToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The word `DPoP`, a space, and a token that is bound to a key (RFC 9449 7.1).',
    },
    dpopProof: {
      type: 'apiKey',
      in: 'header',
      name: 'DPoP',
      description: 'A proof of that key for this one request: a JWT (RFC 9449 4.2).',
    },
  },
  basic: {
    basic: {
      type: 'http',
      scheme: 'basic',
      description:
        'client_id and client_secret of a client with client_secret_basic (RFC 6749 2.3.1). Others send both in the form.',
    },
  },
  cookie: {
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'session',
      description: 'The cookie of a browser that is signed in.',
    },
  },
  serviceKey: {
    serviceKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'The key of a sibling service, on the internal port.',
    },
  },
};

const tokenFields = groupFields('AccessToken', {
  'auth.token': { ...text, description: 'Access token, where no header has it' },
  token: { ...text, description: 'Instead of auth.token' },
});

/** The input with the fields of a token that the access reads, where the route does not name them itself. */
export function addTokenFields(input: FieldsSchema, signIn: readonly SignIn[]): FieldsSchema {
  const isNamed = Object.keys(tokenFields).some((name) => name in input.properties);
  if (!signIn.includes('tokenField') || isNamed) return input;
  return { ...input, properties: { ...input.properties, ...tokenFields } };
}

/** What OpenAPI has no scheme for: fields of the request. */
const fields: Partial<Record<SignIn, string>> = {
  clientForm: 'client_id, and client_secret of a confidential client, in the form or as Basic',
  payload: 'the field relay, or deadDrop.id and deadDrop.key',
};

/** The members of an operation that say how its caller signs in. Each way is enough by itself. */
export function describeSignIn(
  access: { readonly name: string; readonly signIn: readonly SignIn[] },
  isOptional: boolean,
) {
  const { name, signIn } = access;
  const inFields = signIn.flatMap((way) => fields[way] ?? []);
  const security = signIn.flatMap((way) => (isScheme(way) ? [ways[way]] : []));
  const withoutScheme = isOptional || (inFields.length > 0 && security.length > 0);
  return {
    description: `Sign-in: ${[signIn.length === 0 ? 'none' : name, ...inFields].join(': ')}.`,
    security: [
      ...security.map((way) => Object.fromEntries(Object.keys(way).map((scheme) => [scheme, []]))),
      ...(withoutScheme ? [{}] : []),
    ],
  };
}

/** The schemes that a document's operations name. */
export function listSecuritySchemes(signIn: readonly SignIn[]): Way {
  const used = [...new Set(signIn)].filter(isScheme);
  return Object.assign({}, ...used.map((way) => ways[way])) as Way;
}

function isScheme(way: SignIn): way is keyof typeof ways {
  return way in ways;
}
