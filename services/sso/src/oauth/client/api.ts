/** A service that tokens may be for, as operators registered it at user-api. Source: contract part 2 "APIs". */
export interface Api {
  /** Without a slash at its end. */
  readonly audience: string;
  readonly name: string;
  /** The client that may ask about tokens for this audience. */
  readonly clientId: string | null;
  /** What the approval page says of each scope, by the tag of a language. */
  readonly scopes: readonly { readonly name: string; readonly words: Readonly<Record<string, string>> }[];
}
