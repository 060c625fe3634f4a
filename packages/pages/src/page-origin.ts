/** Reads a request header; the name in any case. */
type ReadHeader = (name: string) => string | undefined;

/**
 * Whether a person opens the page that a GET asks for. The answer is no for an image or a frame of another page, a
 * prefetch, or a script of another site that leads the browser here, and yes for a link that a person clicks. A browser
 * that sends none of these headers is believed. Source: contract part 1 "Approval page", W3C Fetch Metadata Request
 * Headers.
 */
export function isOpenedByPerson(header: ReadHeader): boolean {
  const isCrossSite = header('sec-fetch-site') === 'cross-site';
  return isTopWindow(header) && (!isCrossSite || header('sec-fetch-user') === '?1');
}

/** Whether the window itself is led to the address, by whatever page: no frame, no image, no prefetch. */
export function isTopWindow(header: ReadHeader): boolean {
  const destination = header('sec-fetch-dest');
  if (destination !== undefined && destination !== 'document') return false;
  return !isSpeculative(header('sec-purpose')) && !isSpeculative(header('purpose'));
}

function isSpeculative(purpose: string | undefined): boolean {
  return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose);
}

/**
 * Whether a form comes from this service's own page, as far as the browser says where it comes from. The page's
 * referrer policy makes browsers send its own form with `Origin: null`, so that value is accepted if Sec-Fetch-Site
 * fits or is missing. Its value `none` means a form that the person sends again, for example after a restart of the
 * browser. Source: contract part 1 "Approval page".
 */
export function isOwnForm(header: ReadHeader, ownUrl: string): boolean {
  const site = header('sec-fetch-site');
  const origin = header('origin');
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  return isOwnSite && (origin === undefined || origin === 'null' || origin === new URL(ownUrl).origin);
}
