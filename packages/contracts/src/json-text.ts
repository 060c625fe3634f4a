/** JSON that is answered as it was written. A parsed number would lose digits, its exponent or its sign. */
export class JsonText {
  readonly text: string;

  /** `text` is valid JSON. */
  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** What JSON readers make of it, where another than the edge writes it, such as an example of a document. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
