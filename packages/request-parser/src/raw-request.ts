/** What came over the wire, undecoded. The caller has already enforced the size limit of the body. */
export interface RawRequest {
  /** Without the `?`, as Node's `req.url` holds it: one character per byte. */
  query: string;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  body: Buffer;
  /**
   * Lower-case names; read by the header switch only. Node's `req.headersDistinct` shows a repeated Authorization
   * header, `req.headers` hides it.
   */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}
