import type { Access } from '@latchkey/http-server';
import {
  createBrowserSecret,
  createFormToken,
  isOwnForm,
  readCookie,
  readFormToken,
  writeCookie,
} from '@latchkey/pages';
import type { DropContext } from '../context.ts';

/** Longer than anybody leaves the page open. */
const cookieSeconds = 24 * 3600;
const cookieName = 'latchkey-drop';

/** A request of a browser to a page of one drop. */
export interface PageVisit {
  readonly dropId: string;
  /** Whether a form with this token comes from the page of this drop in this browser. */
  readonly isOwnForm: (csrf: string) => boolean;
  /** The token of a new form, and the cookie that it is valid with. */
  readonly createForm: () => { readonly csrf: string; readonly cookie: string };
}

/** Anybody may open the page; the cookie binds its forms to the browser. */
export const pageVisitor: Access<DropContext, PageVisit> = {
  name: 'public, with the key of the link',
  signIn: [],
  errors: [],
  admit({ dropUrl, vault, newId }, _parsed, request) {
    const [, page, id = ''] = request.path.split('/');
    // Express takes only a path that can be decoded.
    const dropId = decodeURIComponent(id);
    const isHttps = dropUrl.startsWith('https:');
    const kept = readCookie(request.header('cookie'), cookieName, isHttps);
    const secret = kept ?? createBrowserSecret(vault.randomBytes);
    const kind = `${page} ${dropId}`;
    return {
      dropId,
      isOwnForm: (csrf) =>
        isOwnForm((name) => request.header(name), dropUrl) && readFormToken(secret, csrf, kind) !== undefined,
      createForm: () => ({
        csrf: createFormToken(secret, newId(), kind),
        cookie: writeCookie(cookieName, secret, cookieSeconds, isHttps),
      }),
    };
  },
};
