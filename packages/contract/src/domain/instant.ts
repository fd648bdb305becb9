const hourMs = 3_600_000;
const dayMs = 86_400_000;
const shanghai = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});
/** UTC offset by block of twenty days; null if the offset changes within the block. */
const offsetsByBlock = new Map<number, number | null>();
const blockMs = 20 * dayMs;
const hours = new Map<number, number>();

/**
 * Shifts an instant so that its UTC fields show the local time in Shanghai. Result in milliseconds, in whole seconds.
 */
export function localMs(instant: Date): number {
  const ms = Math.floor(instant.getTime() / 1000) * 1000;
  return ms + offsetAt(ms);
}

/** Formats an instant as on the wire: `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export function formatInstant(instant: Date): string {
  const local = localMs(instant);
  const day = Math.floor(local / dayMs);
  const seconds = (local - day * dayMs) / 1000;
  const minutes = Math.floor(seconds / 60);
  return `${dayText(day)} ${padTwoDigits(Math.floor(minutes / 60))}:${padTwoDigits(minutes % 60)}:${padTwoDigits(seconds % 60)}`;
}

const padTwoDigits = (value: number) => (value < 10 ? `0${value}` : `${value}`);
const days = new Map<number, string>();
// Caches the text of each day, because lists repeat the same few days.
function dayText(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, 10);
    if (days.size >= 20_000) days.clear();
    days.set(day, text);
  }
  return text;
}

/** Parses `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. Returns an invalid Date if this moment does not exist. */
export function parseInstant(text: string): Date {
  const none = new Date(Number.NaN);
  if (text.length !== 19 || text.charAt(10) !== ' ') return none;
  const day = dayToMs(text.slice(0, 10));
  const time = /^([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])$/.exec(text.slice(11));
  if (day === null || time === null) return none;
  const seconds = Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]);
  const local = day + seconds * 1000;
  const instant = new Date(local - offsetAt(local - offsetAt(local)));
  // A local time that the clocks skipped (summer time, 1986 to 1991) formats to a different text, so it is refused.
  return formatInstant(instant) === text ? instant : none;
}

/** Whether the text is an existing day, `yyyy-MM-dd`, from 1900 on. */
export function isDay(text: string): boolean {
  return dayToMs(text) !== null;
}

/** Returns the day of an instant in Asia/Shanghai, `yyyy-MM-dd`. */
export function dayOf(instant: Date): string {
  return formatInstant(instant).slice(0, 10);
}

export const startOfDay = (day: string): Date => parseInstant(`${day} 00:00:00`);

/** Returns the end of a day in Asia/Shanghai. It also works for the last supported day, which has no next day. */
export const endOfDay = (day: string): Date => new Date(parseInstant(`${day} 23:59:59`).getTime() + 1000);

export function addDays(day: string, days: number): string {
  return new Date(msOf(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Adds months to a day. If the month is too short, the result is its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Number of days from one day to another; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (msOf(to) - msOf(from)) / dayMs;
}

function dayToMs(text: string): number | null {
  if (text.length !== 10 || !/^(19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms;
}

function msOf(day: string): number {
  const ms = dayToMs(day);
  if (ms === null) throw new RangeError(`not a day: ${day.slice(0, 20)}`);
  return ms;
}

/** Returns the UTC offset of Asia/Shanghai at a moment, in milliseconds. */
function offsetAt(ms: number): number {
  const block = Math.floor(ms / blockMs);
  let blockOffset = offsetsByBlock.get(block);
  if (blockOffset === undefined) {
    const [from, to] = [computeOffset(block * blockMs), computeOffset((block + 1) * blockMs)];
    // The offset never changes twice within one block, so equal offsets at both ends are valid for the whole block.
    blockOffset = from === to ? from : null;
    if (offsetsByBlock.size >= 20_000) offsetsByBlock.clear();
    offsetsByBlock.set(block, blockOffset);
  }
  if (blockOffset !== null) return blockOffset;
  const hour = Math.floor(ms / hourMs);
  let offset = hours.get(hour);
  if (offset === undefined) {
    offset = computeOffset(hour * hourMs);
    if (hours.size >= 20_000) hours.clear();
    hours.set(hour, offset);
  }
  return offset;
}

function computeOffset(ms: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of shanghai.formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
}
