export interface Random {
  next(): number;
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(items: ArrayLike<T>): T;
  normal(): number;
}

/** Creates a pseudo-random generator (mulberry32). Equal seeds give equal values on every machine. */
export function createRandom(...seeds: readonly number[]): Random {
  let state = 0x9e3779b9;
  for (const seed of seeds) {
    state = Math.imul(state ^ seed, 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick: (items) => itemAt(items, Math.floor(next() * items.length)),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

export function createWeightedPick<T>(entries: readonly (readonly [item: T, weight: number])[]): (share: number) => T {
  const all = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return (share) => {
    let left = share * all;
    for (const [item, weight] of entries) {
      left -= weight;
      if (left < 0) return item;
    }
    return itemAt(entries, entries.length - 1)[0];
  };
}

function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}
