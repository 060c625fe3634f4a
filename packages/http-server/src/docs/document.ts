export type SiblingName = 'sso' | 'user-api' | 'drop';

export interface ServiceInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the families of routes are about, in the order of the document. */
  readonly families?: Readonly<Record<string, string>>;
  /** What to do first with a token. */
  readonly firstCall?: {
    /** What the token is asked for with. */
    readonly scope: string;
    readonly service: SiblingName;
    /** The arguments of curl, with ACCESS_TOKEN for the token. */
    write(url: string): string;
  };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-access': string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, object>>;
  readonly [member: string]: unknown;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<
    Record<'schemas' | 'responses' | 'securitySchemes', Readonly<Record<string, object>>>
  >;
}
