// The QR code shown in the room changes every few seconds. The code carries an HMAC, so no code is stored.
import { codeGraceSeconds } from '@anlan/contract/modules/class-session/views';

export interface Code {
  id: string;
  slot: number;
  proof: string;
}

export const slotAt = (at: Date, seconds: number): number => Math.floor(at.getTime() / (seconds * 1000));
export const leftMs = (at: Date, seconds: number): number => seconds * 1000 - (at.getTime() % (seconds * 1000));
/** The text that the HMAC covers. */
export const provable = (id: string, slot: number): string => `class session ${id} ${slot}`;
export const codeOf = (id: string, slot: number, proof: string): string => `${id}.${slot}.${proof}`;
export function partsOf(code: string): Code {
  const [id = '', slot = '0', proof = ''] = code.split('.');
  return { id, slot: Number(slot), proof };
}
/** Whether an attendance code is still valid: during its time slot and a few seconds after it. */
export function isFresh(slot: number, at: Date, seconds: number): boolean {
  const now = slotAt(at, seconds);
  return slot === now || (slot === now - 1 && at.getTime() - now * seconds * 1000 < codeGraceSeconds * 1000);
}
