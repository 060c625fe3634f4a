import type { Item } from '../../console/declare.ts';
import type { PasskeyOffer } from '../../sign-in/passkey.ts';
import type { OverviewSection } from './console-overview.ts';

/** What a form asks for before it acts, beside a passkey where the browser has one. */
export type FactorField = 'code' | 'password' | null;

/** A row that was marked: what its act is about, as the list wrote it, and what the row is called. */
export interface MarkedRow {
  readonly key: string;
  readonly title: string;
}

export interface RowResult extends MarkedRow {
  /** waiting: not done yet, or not at all. refused: `message` says why, and the same again would be. */
  readonly state: 'done' | 'refused' | 'waiting';
  readonly message: string;
}

/** What was typed into the form of an act. */
export type Typed = Readonly<Record<string, string>>;

/** The form of an act that did nothing yet, as typed. */
export interface ActForm {
  readonly act: string;
  readonly typed: Typed;
}

export type ConsoleSection =
  | OverviewSection
  /** Nothing is shown without power. `form` acts once the factor is right. */
  | {
      readonly at: 'enter';
      readonly factor: FactorField;
      readonly form: ActForm | null;
      /** What the form is about: rows that were marked. */
      readonly rows: readonly MarkedRow[];
    }
  | {
      readonly at: 'list';
      /** The filters in force, by name. */
      readonly query: Typed;
      readonly items: readonly Item[];
      readonly total: number;
      readonly page: number;
      readonly pages: number;
      readonly next: string | null;
      readonly form: ActForm | null;
    }
  | { readonly at: 'thing'; readonly id: string; readonly item: Item; readonly form: ActForm | null }
  | { readonly at: 'confirm'; readonly act: string; readonly rows: readonly MarkedRow[] }
  | { readonly at: 'rows'; readonly act: string; readonly rows: readonly RowResult[] }
  /** What an act made, which no other answer shows. */
  | { readonly at: 'once'; readonly act: string; readonly value: string };

/** Why a form did nothing, and the field at fault. */
export interface ConsoleProblem {
  readonly message: string;
  readonly field?: string | undefined;
}

/** What a form led to, for the page that reads its place again. */
export interface ConsoleResult {
  readonly kind: 'console';
  readonly notice?: string;
  readonly problem?: ConsoleProblem;
  /** A form that did nothing, as typed, and its marked rows. */
  readonly form?: ActForm;
  readonly rows?: readonly MarkedRow[];
  /** The marked rows that are to be confirmed, or what happened to them. */
  readonly confirm?: { readonly act: string; readonly rows: readonly MarkedRow[] };
  readonly results?: { readonly act: string; readonly rows: readonly RowResult[] };
}

/** A page of the console. */
export interface ConsoleView {
  readonly kind: 'console';
  readonly csrf: string;
  readonly account: string;
  /** The list of the page; undefined for the overview. */
  readonly list: string | undefined;
  /** Until when the power lasts, in milliseconds since the epoch; undefined without power. */
  readonly untilMs: number | undefined;
  /** What an act of the page that needs a fresh code asks for. */
  readonly freshField: 'code' | 'password';
  readonly section: ConsoleSection;
  readonly notice: string | null;
  readonly problem: ConsoleProblem | null;
  readonly passkey?: PasskeyOffer | undefined;
}
