export interface Message {
  /** Becomes the Message-ID, so that a repetition is known as one. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
