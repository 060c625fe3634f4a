import type { InferOutput, ownDropCalls } from '@latchkey/contracts';

type Listed = InferOutput<(typeof ownDropCalls)['list']['output']>['items'][number];

/** How long a link may work, in seconds. */
export const terms = ['3600', '86400', '604800', '2592000'] as const;
export const usualTerm = '604800';

/** A drop of the person, as its owner sees it. */
export interface DropItem extends Pick<Listed, 'id' | 'expires_at' | 'consumed_at'> {
  /** What its owner calls it, else what they asked for; may be empty. */
  readonly label: string;
  readonly state: Listed['status'] | 'asked' | 'filled';
  /** Who took it; null for one that is not taken. */
  readonly taker: 'you' | 'account' | 'nobody' | null;
}

/** What a form of the section holds, to be filled again with what was typed. */
export type DropFields = Readonly<
  Partial<Record<'text' | 'passphrase' | 'asks' | 'label' | 'ttl' | 'notify' | 'link', string>>
>;

/** What is shown once, in place of the list. */
export type DropShown =
  | { readonly kind: 'made'; readonly link: string; readonly hasPassphrase: boolean; readonly until: string }
  | { readonly kind: 'asked'; readonly link: string; readonly until: string }
  | { readonly kind: 'opened'; readonly text: string };

export const dropForms = ['make_drop', 'ask_drop', 'take_drop'] as const;
export type DropForm = (typeof dropForms)[number];

/** The drops of the person, and the forms that make and open them. */
export interface DropsSection {
  readonly name: 'drops';
  readonly items: readonly DropItem[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Whether this is not the first page. */
  readonly isLater: boolean;
  /** Whether drop answered; without it nothing is listed. */
  readonly isReachable: boolean;
  readonly shown: DropShown | null;
  /** The form that was sent and did nothing, with what was typed. */
  readonly typed: { readonly form: DropForm; readonly fields: DropFields } | null;
}

/** The section without a list. */
export const noDrops: DropsSection = {
  name: 'drops',
  items: [],
  next_cursor: null,
  isLater: false,
  isReachable: true,
  shown: null,
  typed: null,
};
