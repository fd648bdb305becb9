import { randomBytes } from 'node:crypto';
import { systemClock } from './clock.ts';

const hex = (bytes: Buffer) => {
  const text = bytes.toString('hex');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
};

let lastMs = 0;
let counter = 0;

/** Creates a uuidv7. Ids sort by creation time, also within a millisecond. */
export function newId(): string {
  const now = systemClock.now().getTime();
  if (now > lastMs) {
    lastMs = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  return idOf(lastMs, counter);
}
function idOf(ms: number, place: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | place, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return hex(bytes);
}

/** Creates an id of a demonstration row that sorts by a moment in the past. */
export const idAt = (moment: Date): string => idOf(moment.getTime(), 0);

/** Lowest possible id of a row that is created at this moment or later. */
export function firstIdSince(moment: Date): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, moment.getTime()), 0, 6);
  return hex(bytes);
}

/** Creation time of an id, in milliseconds. */
export const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** Lowest and highest possible id. Users who see every enterprise of their tenant have this range. */
export const idRange = {
  lowest: '00000000-0000-0000-0000-000000000000',
  highest: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
} as const;
