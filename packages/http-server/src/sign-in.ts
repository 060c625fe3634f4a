/** How a caller of a route says who it is. None: it need not. */
export type SignIn =
  'tokenField' | 'bearer' | 'dpop' | 'basic' | 'clientForm' | 'payload' | 'cookie' | 'serviceKey';

interface SecurityScheme {
  readonly type: string;
  readonly description: string;
  readonly [member: string]: string;
}

/** OpenAPI knows no credentials inside a body: those stand as a field of the query, where the parser reads them as well. */
const schemes: Record<SignIn, SecurityScheme> = {
  tokenField: {
    type: 'apiKey',
    in: 'query',
    name: 'auth.token',
    description: 'an access token in the field auth.token or token, of the query, a form or JSON',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'an access token in the Authorization header' },
  dpop: {
    type: 'http',
    scheme: 'dpop',
    description:
      'a token that is bound to a key in the Authorization header, with a proof in the DPoP header (RFC 9449 7.1)',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'client_id and client_secret as Basic (RFC 6749 2.3.1)',
  },
  clientForm: {
    type: 'apiKey',
    in: 'query',
    name: 'client_id',
    description:
      'client_id, and the client_secret of a confidential client, in the form and never in the query',
  },
  payload: {
    type: 'apiKey',
    in: 'query',
    name: 'relay',
    description: 'a one-time payload in the field relay or deadDrop, of the query, a form or JSON',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'the cookie of a browser that is signed on',
  },
  serviceKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'the key of a sibling service, on the internal port',
  },
};

/** The members of an operation that say how its caller signs in. Each way alone is enough. */
export function describeSignIn(ways: readonly SignIn[], isOptional: boolean) {
  const anonymous = isOptional ? [{}] : [];
  const sentences = [...ways.map((way) => schemes[way].description), ...(isOptional ? ['nothing'] : [])];
  return {
    description: `Sign-in: ${sentences.length === 0 ? 'none' : sentences.join('; or ')}.`,
    security: [...ways.map((way) => ({ [way]: [] })), ...anonymous],
  };
}

/** The schemes that a document's operations name. */
export function listSecuritySchemes(ways: readonly SignIn[]): Partial<Record<SignIn, SecurityScheme>> {
  return Object.fromEntries([...new Set(ways)].map((way) => [way, schemes[way]]));
}
