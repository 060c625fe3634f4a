/** What the address of a section may say. */
export interface SectionQuery {
  readonly cursor?: string | undefined;
  readonly outcome?: string | undefined;
  readonly kind?: string | undefined;
}
