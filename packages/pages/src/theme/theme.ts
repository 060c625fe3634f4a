/** What an installation shows itself as. Source: contract part 0 "Theme". */
export interface Theme {
  /** What it calls itself, cleaned. */
  readonly name: string;
  /** The name that its mails are from; undefined without a theme file, where MAIL_FROM says it. */
  readonly sender: string | undefined;
}

/** The theme of an installation without a file. */
export const latchkeyTheme: Theme = { name: 'Latchkey', sender: undefined };
