import { limits } from '@anlan/contract/limits';

// Reserves 8 KB of the request limit for the JSON around the entries.
const roomBytes = limits.body.jsonBytes - 8 * 1024;
const bytes = new TextEncoder();

/** Splits log entries into batches that fit the request limits of the server: entry count and bytes (S73). */
export function partsOf<T>(entries: readonly T[], weigh: (entry: T) => unknown = (entry) => entry): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const entry of entries) {
    const weight = bytes.encode(JSON.stringify(weigh(entry))).length + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length >= limits.errorReport.entries || weight > room) {
      parts.push([entry]);
      room = roomBytes - weight;
    } else {
      last.push(entry);
      room -= weight;
    }
  }
  return parts;
}
