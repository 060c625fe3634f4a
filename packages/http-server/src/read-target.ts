const plainPath = /^\/(?!\/)/;
const schemeAndHost = /^https?:\/\/[^/?#]*/i;

/**
 * The path and query of a request target: itself, or what an address in its place names (RFC 9112 3.2.2). Any other gets a
 * path that no route has. Express looks for a host in it, and answers with a page of its own when it finds no path.
 */
export function readTarget(target = ''): string {
  if (plainPath.test(target)) return target;
  const path = target.replace(schemeAndHost, '');
  return plainPath.test(path) ? path : `/.${path}`;
}
