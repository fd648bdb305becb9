import type { Place } from '../tree.ts';

/** Reads the target position from the data of a drop target. Returns null if there is none. */
export function readDrop({ parent, slot, at }: Record<string | symbol, unknown>): Place | null {
  if (typeof slot !== 'number' || typeof at !== 'number') return null;
  return typeof parent === 'string' || parent === null ? { parent, slot, at } : null;
}
