import type { Place } from '../tree.ts';

/** The place that a drop target stands for, read from what it says of itself. */
export function readDrop({ parent, slot, at }: Record<string | symbol, unknown>): Place | null {
  if (typeof slot !== 'number' || typeof at !== 'number') return null;
  return typeof parent === 'string' || parent === null ? { parent, slot, at } : null;
}
