import { summariseUserAgent } from '@latchkey/pages/user-agent';

/** What people read in a User-Agent header: "Chrome on Linux", "curl 8.5.0". */
export const wordBrowser = (userAgent: string): string => summariseUserAgent(userAgent).replace(', ', ' on ');
