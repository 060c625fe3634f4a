import type { Attempts } from '@latchkey/attempts';
import type { CursorSealer } from '@latchkey/pagination';
import type { DropStore } from './drop/drop-store.ts';
import type { UpkeepStore } from './drop/upkeep.ts';
import type { Vault } from './secrecy/vault.ts';
import type { Identify } from './token/identify.ts';

/** What the routes work with. */
export interface DropContext {
  readonly drops: DropStore;
  readonly upkeep: UpkeepStore;
  readonly vault: Vault;
  readonly attempts: Attempts;
  readonly identify: Identify;
  readonly cursors: CursorSealer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** 22 base64url characters, 128 bit. */
  readonly newId: () => string;
}
