// How learning time is credited (domain.md §2.6): by the server's clock alone, once for each stretch, never more than has
// passed. The same rule is drawn by the player, so that it shows no minutes which are not credited.

/** A stretch of a lesson in milliseconds, its end not part of it. */
export type Stretch = readonly [from: number, to: number];

/** Figures of crediting, in milliseconds. */
export const crediting = {
  /** How often a player tells where it is. */
  beatMs: 15_000,
  /** What may be kept without a network and credited later. */
  offlineMs: 5 * 60_000,
  /** A beat may be so late and count all the same. */
  graceMs: 15_000,
  /** How far a player's clock and a video's frames may be apart. */
  toleranceMs: 1_500,
} as const;

/** What is known of one person's lesson. */
export interface Learned {
  /** Stretches that are credited: in order, apart from one another. */
  readonly credited: readonly Stretch[];
  /** Furthest place that was seen; nobody goes beyond it but by watching. */
  readonly furthest: number;
}

/** A player's word of what was played since the last beat. */
export interface Played {
  readonly from: number;
  readonly to: number;
}

/** What a beat was worth. */
export interface Credit extends Learned {
  /** Milliseconds that were added. */
  readonly added: number;
  /** Why something was not counted, or null. */
  readonly refused: 'seek' | 'clock' | 'nothing' | null;
}

/** How much is credited in all. */
export const totalOf = (credited: readonly Stretch[]): number =>
  credited.reduce((sum, [from, to]) => sum + to - from, 0);

/** Stretches with one more, in order and joined. */
export function joined(credited: readonly Stretch[], [from, to]: Stretch): Stretch[] {
  if (to <= from) return [...credited];
  const all = [...credited, [from, to] as const].toSorted(([one], [other]) => one - other);
  const result: [number, number][] = [];
  for (const [begin, end] of all) {
    const last = result.at(-1);
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([begin, end]);
  }
  return result;
}

/**
 * What a beat is worth: `elapsed` milliseconds of the server's clock have passed since the last one of this sitting. A
 * stretch that begins beyond the furthest place was reached by seeking and counts for nothing; what was played faster
 * than the clock is cut; what was credited before is not credited again.
 */
export function creditOf(learned: Learned, { from, to }: Played, elapsed: number, length: number): Credit {
  const same = { credited: learned.credited, furthest: learned.furthest, added: 0 };
  if (!(to > from) || from < 0 || !(elapsed > 0)) return { ...same, refused: 'nothing' };
  if (from > learned.furthest + crediting.toleranceMs) return { ...same, refused: 'seek' };
  const most = Math.min(elapsed, crediting.offlineMs + crediting.beatMs + crediting.graceMs);
  // A little beyond the furthest place is the same frame; the gap is not given away.
  const begin = Math.min(from, learned.furthest);
  const end = Math.min(begin + Math.min(to - from, most), length);
  if (end <= begin) return { ...same, refused: 'nothing' };
  const credited = joined(learned.credited, [begin, end]);
  return {
    credited,
    furthest: Math.max(learned.furthest, end),
    added: totalOf(credited) - totalOf(learned.credited),
    refused: to - from > most + crediting.toleranceMs ? 'clock' : null,
  };
}

/** Whether so much of a lesson is credited that it is done: all but what a player's last frames lose. */
export const isLearned = (credited: number, length: number): boolean =>
  credited >= length - Math.min(2 * crediting.toleranceMs, length * 0.05);
