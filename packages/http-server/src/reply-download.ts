import { successStatus } from './answer.ts';
import type { Download, PiecedReply } from './types.ts';

/** The answer that browsers save as a file, whatever else the headers say. */
export function replyDownload(
  { filename, pieces }: Download,
  headers: PiecedReply['headers'] = {},
): PiecedReply {
  return {
    status: successStatus,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${filename}"`,
    },
    pieces,
  };
}
