import type { Attempts } from '@latchkey/attempts';
import type { Skin } from '@latchkey/pages';
import type { CursorSealer } from '@latchkey/pagination';
import type { DropStore, OwnerQuota } from './drop/drop-store.ts';
import type { UpkeepStore } from './drop/upkeep.ts';
import type { HandOver } from './event/event-log.ts';
import type { Measures } from './measures.ts';
import type { Vault } from './secrecy/vault.ts';
import type { UserApi } from './sibling/user-api.ts';
import type { Identify } from './token/identify.ts';

export interface DropContext {
  readonly drops: DropStore;
  readonly handOver: HandOver;
  readonly upkeep: UpkeepStore;
  readonly vault: Vault;
  readonly attempts: Attempts;
  readonly measures: Measures;
  readonly quota: OwnerQuota;
  readonly identify: Identify;
  /** Undefined where nobody has said where it is: then nobody is asked for a secret, or notified. */
  readonly userApi: UserApi | undefined;
  readonly cursors: CursorSealer;
  /** Public address of the service, without a slash at its end. */
  readonly dropUrl: string;
  /** How the pages look, and what the installation calls itself. */
  readonly skin: Skin;
  readonly now: () => number;
  /** 22 base64url characters, 128 bit. */
  readonly newId: () => string;
}
