// Object names in the backup folder. A full backup is named after its start time, a log segment after the segment.
import * as z from 'zod/mini';

const tenantCounts = z.record(z.string(), z.int());

export const manifest = z.object({
  at: z.string(),
  major: z.int(),
  system: z.string(),
  /** Content of the `backup_label` file that PostgreSQL needs for a restore. */
  label: z.string(),
  firstSegment: z.string(),
  /** Name of a restore point in the log shortly after the backup. The rows in `counts` were counted there. */
  point: z.string(),
  /** Row counts by table and tenant at `point`; null when no moment without writers was found. */
  counts: z.nullable(z.record(z.string(), tenantCounts)),
});
export type Manifest = z.infer<typeof manifest>;
export type Counts = NonNullable<Manifest['counts']>;

export const segmentPattern = /^[0-9A-F]{24}$/;
export const historyPattern = /^[0-9A-F]{8}\.history$/;

export const stampOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '');
export const segmentOf = (system: string, name: string) => `${system}/wal/${name}`;
export const fileOf = (system: string, key: string) => `${system}/files/${key}`;
export const erasedOf = (system: string) => `${system}/erased`;
export const fullOf = (system: string, stamp: string) => `${system}/full/${stamp}`;
export const manifestOf = (system: string, stamp: string) => `${fullOf(system, stamp)}/manifest`;

/** Position of a segment in the log. The timeline in its name is ignored. */
export const positionOf = (segment: string) =>
  BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16, 24)}`);

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
export const segmentAt = (position: bigint, other: string) =>
  `${other.slice(0, 8)}${hex(position / 256n)}${hex(position % 256n)}`;
