import type { Request, Response } from 'express';

/** What a listener serves beside routes, by path. Each takes GET and HEAD only. */
export type OwnPaths = Readonly<
  Record<string, (request: Request, response: Response) => void | Promise<void>>
>;
