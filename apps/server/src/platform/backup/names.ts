// Names in the backup folder. Full backups stand under the instant of their beginning, the log under its own names.
import * as z from 'zod/mini';

const tenantCounts = z.record(z.string(), z.int());

/** What a full backup says of itself. */
export const manifest = z.object({
  at: z.string(),
  major: z.int(),
  system: z.string(),
  /** What PostgreSQL wants to find beside the files. */
  label: z.string(),
  /** First segment of the log that is needed. */
  firstSegment: z.string(),
  /** A point shortly after, named in the log, whose row counts are known. */
  point: z.string(),
  /** Rows by table and tenant at that point; null when writers left no moment to count. */
  counts: z.nullable(z.record(z.string(), tenantCounts)),
});
/** What a full backup says of itself. */
export type Manifest = z.infer<typeof manifest>;
/** Rows by table and tenant. */
export type Counts = NonNullable<Manifest['counts']>;

export const segmentPattern = /^[0-9A-F]{24}$/;
export const historyPattern = /^[0-9A-F]{8}\.history$/;

/** The name of an instant: `20261121T183000Z`. */
export const stampOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '');
export const segmentOf = (system: string, name: string) => `${system}/wal/${name}`;
export const fileOf = (system: string, key: string) => `${system}/files/${key}`;
export const erasedOf = (system: string) => `${system}/erased`;
export const fullOf = (system: string, stamp: string) => `${system}/full/${stamp}`;
export const manifestOf = (system: string, stamp: string) => `${fullOf(system, stamp)}/manifest`;

/** Where a segment stands in the log, whatever its timeline. */
export const positionOf = (segment: string) =>
  BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16, 24)}`);

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
/** The segment at a position, on the timeline of another. */
export const segmentAt = (position: bigint, other: string) =>
  `${other.slice(0, 8)}${hex(position / 256n)}${hex(position % 256n)}`;
