/** How many things are prepared for a round. */
export interface Sizes {
  readonly polls: number;
  readonly pickups: number;
  readonly drops: number;
  readonly slow: number;
  readonly races: number;
  readonly clients: number;
}

export function makeSizes(scale: number): Sizes {
  const scaled = (count: number) => Math.max(40, Math.round(count * scale));
  return {
    polls: scaled(8_000),
    pickups: scaled(1_500),
    drops: scaled(4_000),
    slow: scaled(300),
    races: 50,
    clients: 1_000,
  };
}
