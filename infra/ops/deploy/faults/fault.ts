export interface Fault {
  readonly name: string;
  readonly alerts: readonly string[];
  begin?(): Promise<unknown>;
  /** Done once, and repeated until the alerts fire. What it returns first is shown beside the step. */
  act?(): Promise<string | void>;
  end?(): Promise<unknown>;
}
