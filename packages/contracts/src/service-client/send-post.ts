import { request } from 'undici';

interface Post {
  readonly method: 'POST';
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Ends the whole call. */
  readonly signal: AbortSignal;
}

/** Sends a POST, follows no redirect, and answers what is read of the answer. */
export type SendPost = (url: string, post: Post) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

/**
 * Sends it with undici's own interface. The global fetch takes three times the CPU for such a call, and about 60 MB more
 * memory under load, for streams that nobody needs here.
 */
export const sendPost: SendPost = async (url, post) => {
  const { statusCode: status, body } = await request(url, post);
  return { ok: status >= 200 && status < 300, status, json: () => body.json() };
};
