import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import type { ColorCounts } from '@anlan/contract/modules/enterprise/statistics';

export const markColors: readonly EnterpriseColor[] = ['red', 'orange', 'yellow', 'blue', 'unrated'];

export type ColorWord = (color: EnterpriseColor) => string;

export const letterOf = (word: string): string => [...word][0] ?? '';

/** A colour can become the colour of the bubble from this share of the enterprises on. */
const speakingShare = 0.05;

/** The colour of a map bubble: the worst colour that at least a twentieth of its enterprises have. */
export function worstColor(counts: ColorCounts): EnterpriseColor {
  const all = markColors.reduce((sum, color) => sum + counts[color], 0);
  return markColors.find((color) => counts[color] > 0 && counts[color] >= all * speakingShare) ?? 'unrated';
}

/** The width of a map bubble in pixels; it grows with the logarithm of the count. */
export const bubbleSize = (count: number): number => Math.round(Math.min(72, 34 + 9 * Math.log10(Math.max(count, 1))));

export function bubbleWords(name: string, count: number, counts: ColorCounts, word: ColorWord): string {
  const parts = markColors.flatMap((color) => (counts[color] > 0 ? [`${word(color)} ${counts[color]}`] : []));
  return `${name === '' ? '此处' : name} ${count} 家：${parts.join('，')}`;
}

export const shortNumber = (count: number): string =>
  count < 10_000 ? String(count) : `${(count / 10_000).toFixed(count < 100_000 ? 1 : 0)}万`;

export interface Taken {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
}

const rounds = 60;
/** Moves overlapping markers apart, at most `farthest` pixels from their position. */
export function apart(marks: readonly Taken[], farthest = 72): { x: number; y: number }[] {
  const at = marks.map(({ x, y }) => ({ x, y }));
  const within = (moved: number, place: number) => Math.min(Math.max(moved, place - farthest), place + farthest);
  for (let round = 0; round < rounds; round += 1) {
    let crowded = false;
    for (const [i, one] of marks.entries())
      for (const [n, other] of marks.slice(i + 1).entries()) {
        const [here, there] = [at[i], at[i + 1 + n]];
        if (!here || !there) continue;
        const across = one.halfWidth + other.halfWidth - Math.abs(there.x - here.x);
        const down = one.halfHeight + other.halfHeight - Math.abs(there.y - here.y);
        if (across <= 0.5 || down <= 0.5) continue;
        crowded = true;
        const [axis, by] = across < down ? (['x', across / 2] as const) : (['y', down / 2] as const);
        // Two markers at the same position are moved apart in their order.
        const way = there[axis] < here[axis] ? -1 : 1;
        here[axis] = within(here[axis] - way * by, one[axis]);
        there[axis] = within(there[axis] + way * by, other[axis]);
      }
    if (!crowded) break;
  }
  return at;
}
