// The code on the wall: it changes every so many seconds and proves itself, so that nothing of it is stored.
import { codeGraceSeconds } from '@anlan/contract/modules/class-session/views';

/** A code taken apart. */
export interface Code {
  id: string;
  slot: number;
  proof: string;
}

/** The span of so many seconds that a moment lies in. */
export const slotAt = (at: Date, seconds: number): number => Math.floor(at.getTime() / (seconds * 1000));
/** Milliseconds until the next span. */
export const leftMs = (at: Date, seconds: number): number => seconds * 1000 - (at.getTime() % (seconds * 1000));
/** What a proof is made over. */
export const provable = (id: string, slot: number): string => `class session ${id} ${slot}`;
/** What the QR says. */
export const codeOf = (id: string, slot: number, proof: string): string => `${id}.${slot}.${proof}`;
/** Takes a code apart, as its schema has it. */
export function partsOf(code: string): Code {
  const [id = '', slot = '0', proof = ''] = code.split('.');
  return { id, slot: Number(slot), proof };
}
/** Whether a code of a span is taken at a moment: in the span itself and for a few seconds after it. */
export function isFresh(slot: number, at: Date, seconds: number): boolean {
  const now = slotAt(at, seconds);
  return slot === now || (slot === now - 1 && at.getTime() - now * seconds * 1000 < codeGraceSeconds * 1000);
}
