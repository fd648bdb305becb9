// The code on the wall: it changes every 15 seconds and proves itself, so that nothing of it is stored.
import { codeSeconds } from '@anlan/contract/modules/class-session/views';

/** A code taken apart. */
export interface Code {
  id: string;
  slot: number;
  proof: string;
}
const ms = codeSeconds * 1000;

/** The span that a moment lies in. */
export const slotAt = (at: Date): number => Math.floor(at.getTime() / ms);
/** Milliseconds until the next span. */
export const leftMs = (at: Date): number => ms - (at.getTime() % ms);
/** What a proof is made over. */
export const provable = (id: string, slot: number): string => `class session ${id} ${slot}`;
/** What the QR says. */
export const codeOf = (id: string, slot: number, proof: string): string => `${id}.${slot}.${proof}`;
/** Takes a code apart, as its schema has it. */
export function partsOf(code: string): Code {
  const [id = '', slot = '0', proof = ''] = code.split('.');
  return { id, slot: Number(slot), proof };
}
/** Whether a code of a span is taken at a moment: the span itself and the one before. */
export const isFresh = (slot: number, at: Date): boolean => slot === slotAt(at) || slot === slotAt(at) - 1;
