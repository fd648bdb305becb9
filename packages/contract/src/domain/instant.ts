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
/** By spans of twenty days; null where the clocks are changed within. */
const blocks = new Map<number, number | null>();
const blockMs = 20 * dayMs;
const hours = new Map<number, number>();

/** Milliseconds that Shanghai's clocks show at an instant, counted as if they were UTC; whole seconds. */
export function localMs(instant: Date): number {
  const ms = Math.floor(instant.getTime() / 1000) * 1000;
  return ms + offsetAt(ms);
}

/** Writes an instant as the wire carries it: `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai. */
export function formatInstant(instant: Date): string {
  const local = localMs(instant);
  const day = Math.floor(local / dayMs);
  const seconds = (local - day * dayMs) / 1000;
  const minutes = Math.floor(seconds / 60);
  return `${dayText(day)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);
const days = new Map<number, string>();
// Lists name the same few days again and again.
function dayText(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, 10);
    if (days.size >= 20_000) days.clear();
    days.set(day, text);
  }
  return text;
}

/** Reads `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai; an invalid Date when there is no such moment. */
export function parseInstant(text: string): Date {
  const none = new Date(Number.NaN);
  if (text.length !== 19 || text.charAt(10) !== ' ') return none;
  const day = dayToMs(text.slice(0, 10));
  const time = /^([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])$/.exec(text.slice(11));
  if (day === null || time === null) return none;
  const seconds = Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]);
  const local = day + seconds * 1000;
  const instant = new Date(local - offsetAt(local - offsetAt(local)));
  // A summer-time hour that the clocks jumped over (1986 to 1991) comes back as another text.
  return formatInstant(instant) === text ? instant : none;
}

/** Says whether a text is a day of the calendar as `yyyy-MM-dd`, from 1900 on. */
export function isDay(text: string): boolean {
  return dayToMs(text) !== null;
}

/** The calendar day of an instant in Asia/Shanghai. */
export function dayOf(instant: Date): string {
  return formatInstant(instant).slice(0, 10);
}

/** The moment that a day begins in Asia/Shanghai. */
export const dayBegins = (day: string): Date => parseInstant(`${day} 00:00:00`);

/** The moment that a day ends in Asia/Shanghai; the last one there is ends too. */
export const dayEnds = (day: string): Date => new Date(parseInstant(`${day} 23:59:59`).getTime() + 1000);

/** The day so many days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return new Date(msOf(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day so many months later, or earlier when negative; the last of the month where that has fewer days. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Days from one day to another; negative when `to` is earlier. */
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

/** Milliseconds that Shanghai's clocks are ahead at an instant. */
function offsetAt(ms: number): number {
  const block = Math.floor(ms / blockMs);
  let known = blocks.get(block);
  if (known === undefined) {
    const [from, to] = [askedOffset(block * blockMs), askedOffset((block + 1) * blockMs)];
    // Clocks are never changed twice within so few days: where both ends agree, so does all between them.
    known = from === to ? from : null;
    if (blocks.size >= 20_000) blocks.clear();
    blocks.set(block, known);
  }
  if (known !== null) return known;
  const hour = Math.floor(ms / hourMs);
  let offset = hours.get(hour);
  if (offset === undefined) {
    offset = askedOffset(hour * hourMs);
    if (hours.size >= 20_000) hours.clear();
    hours.set(hour, offset);
  }
  return offset;
}

function askedOffset(ms: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of shanghai.formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
}
