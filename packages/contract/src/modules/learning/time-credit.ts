// Rules for credited learning time: only the server clock counts, each part of a lesson counts once, and the credit
// never exceeds the elapsed time. The player uses the same rules for its display.

/** Part of a lesson in milliseconds; the end is exclusive. */
export type Stretch = readonly [from: number, to: number];

/** Time limits for credited learning, in milliseconds. */
export const crediting = {
  /** Interval between the heartbeats of a player. */
  beatMs: 15_000,
  /** Longest time without network that is credited later. */
  offlineMs: 5 * 60_000,
  /** Maximum delay of a heartbeat that still counts. */
  graceMs: 15_000,
  /** Allowed difference between the player's clock and the video frames. */
  toleranceMs: 1_500,
} as const;

export interface LessonProgress {
  /** Parts of the lesson that are credited, sorted and without overlap. */
  readonly credited: readonly Stretch[];
  /** Furthest position watched. Only watching moves it forward. */
  readonly furthest: number;
}

/** Part that was played since the last heartbeat, as the player reports it. */
export interface PlayedStretch {
  readonly from: number;
  readonly to: number;
}

export interface Credit extends LessonProgress {
  readonly added: number;
  readonly refused: 'seek' | 'clock' | 'nothing' | null;
}

export const sumStretches = (credited: readonly Stretch[]): number =>
  credited.reduce((sum, [from, to]) => sum + to - from, 0);

export function mergeStretches(credited: readonly Stretch[], [from, to]: Stretch): Stretch[] {
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
 * Computes the credit for one heartbeat. `elapsed`: server time since the last heartbeat in milliseconds. A part
 * after the furthest position (a seek) gets no credit. A part longer than the elapsed time is cut. Credited parts do
 * not count twice.
 */
export function computeCredit(
  learned: LessonProgress,
  { from, to }: PlayedStretch,
  elapsed: number,
  length: number,
): Credit {
  const same = { credited: learned.credited, furthest: learned.furthest, added: 0 };
  if (!(to > from) || from < 0 || !(elapsed > 0)) return { ...same, refused: 'nothing' };
  if (from > learned.furthest + crediting.toleranceMs) return { ...same, refused: 'seek' };
  const most = Math.min(elapsed, crediting.offlineMs + crediting.beatMs + crediting.graceMs);
  // A start slightly after the furthest position shows the same frame, so the part counts. The gap is not credited.
  const begin = Math.min(from, learned.furthest);
  const end = Math.min(begin + Math.min(to - from, most), length);
  if (end <= begin) return { ...same, refused: 'nothing' };
  const credited = mergeStretches(learned.credited, [begin, end]);
  return {
    credited,
    furthest: Math.max(learned.furthest, end),
    added: sumStretches(credited) - sumStretches(learned.credited),
    refused: to - from > most + crediting.toleranceMs ? 'clock' : null,
  };
}

/** Whether a lesson is complete. Only its last frames may be missing. */
export const isLessonComplete = (credited: number, length: number): boolean =>
  credited >= length - Math.min(2 * crediting.toleranceMs, length * 0.05);
