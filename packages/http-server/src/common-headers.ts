import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** The headers of every answer, by names in lower case. A reply may replace them. */
export type CommonHeaders = Readonly<Record<string, string>>;

/** What helmet sets. It is the same for every answer, so helmet is asked once, at start. */
export function listCommonHeaders(settings: { readonly isHttps: boolean }): CommonHeaders {
  const none = ["'none'"];
  const policy = {
    useDefaults: false,
    directives: { defaultSrc: none, baseUri: none, frameAncestors: none },
  };
  const setHeaders = helmet({
    contentSecurityPolicy: policy,
    strictTransportSecurity: settings.isHttps,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (fault) => {
    if (fault !== undefined) throw fault;
  });
  return { ...response.getHeaders() } as CommonHeaders;
}
