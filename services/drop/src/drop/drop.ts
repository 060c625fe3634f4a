import type { askerKinds } from '@latchkey/contracts';
import type { PayloadFormat } from '../payload/contents.ts';

export const dropStatuses = ['reserved', 'active', 'consumed', 'revoked', 'expired'] as const;

/** State of a drop; `expired` is derived from the database's clock. Source: contract part 3 "States". */
export type DropStatus = (typeof dropStatuses)[number];

/** Characters of what is asked for, and of the name of who asks. Source: contract part 3 "Asking for a secret". */
export const longestAskerName = 64;

/** What strangers are shown of who asks them for a secret: a masked address, or the name of an org or app. */
export interface Asker {
  readonly kind: (typeof askerKinds)[number];
  readonly name: string;
}

/** A drop without its secrets. */
export interface Drop {
  readonly id: string;
  readonly owner: string;
  readonly status: DropStatus;
  readonly anonymous: boolean;
  readonly kind: string | null;
  /** JSON text. */
  readonly metadata: string | null;
  /** For what strangers are asked. */
  readonly asks: string | null;
  /** Not null: whoever has the key may fill the reserved drop in, or has done so. */
  readonly asker: Asker | null;
  /** Whether the owner is notified by mail. */
  readonly notify: boolean;
  readonly payloadFormat: PayloadFormat | null;
  readonly contentType: string | null;
  readonly size: number | null;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  readonly expiresAt: Date;
  readonly consumedAt: Date | null;
  /** Principal id, or `anonymous`. */
  readonly consumedBy: string | null;
  readonly consumeRequestId: string | null;
  /** The X-Request-Id that the consuming request came with. */
  readonly callerRequestId: string | null;
  readonly revokedAt: Date | null;
  /** The database's clock when the drop was read. */
  readonly asOf: Date;
}

/** What a principal may say about a drop, apart from its payload. */
export interface DropDetails {
  readonly anonymous: boolean;
  readonly kind: string | null;
  /** JSON text. */
  readonly metadata: string | null;
  readonly notify: boolean;
}

/** Who acts, for events and receipts. */
export interface Actor {
  /** Principal id, `anonymous`, or `system`. */
  readonly id: string;
  readonly requestId: string | null;
  /** The X-Request-Id that the request came with. */
  readonly callerRequestId?: string | null;
}

/** How long a drop lives; the earliest wins. */
export interface Term {
  /** Counted from now by the database's clock. */
  readonly ttlSeconds: number | null;
  readonly untilMs: number | null;
}

/** Seconds that a drop lives at most. Source, also for the default: contract part 3 "Fields". */
export const longestTtlSeconds = 30 * 24 * 3600;
export const defaultTtlSeconds = 7 * 24 * 3600;
