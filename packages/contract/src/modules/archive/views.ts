import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { keptFile } from '../checklist/item.ts';
import { archiveDocument, archiveWaiver } from './resource.ts';

/**
 * How an item of an archive stands: in force, expired, missing, said not to apply, not asked for, or of nobody's need and
 * not there.
 */
export const itemStates = ['good', 'expired', 'missing', 'waived', 'notApplicable', 'none'] as const;
/** How an item of an archive stands. */
export type ItemState = (typeof itemStates)[number];

/** An item of one enterprise's archive. */
export const archiveItem = z.object({
  /** Code in the catalogue. */
  code: z.string(),
  state: z.enum(itemStates),
  /** Documents in force, with those that other modules fill in. */
  good: z.int(),
  /** Documents whose day is past. */
  expired: z.int(),
  /** What it says does not apply, or did. */
  waiver: z.nullable(archiveWaiver.row),
});
/** An item of one enterprise's archive. */
export type ArchiveItem = z.output<typeof archiveItem>;

/** How complete an archive is: items that count, and what they lack. */
export const completeness = z.object({
  /** Items that are asked for. */
  applicable: z.int(),
  /** Of these with a document in force. */
  good: z.int(),
  /** Of these without any. */
  missing: z.int(),
  /** Of these whose documents have all expired. */
  expired: z.int(),
  /** Share in per cent; null where nothing is asked for. */
  rate: z.nullable(z.int()),
  /** The first item that lacks a document, or null. */
  first: z.nullable(z.string()),
});
/** How complete an archive is. */
export type Completeness = z.output<typeof completeness>;

/** The archive of one enterprise. */
export const archiveSheet = z.object({
  enterpriseId: id,
  enterpriseName: z.string(),
  ...completeness.shape,
  items: z.array(archiveItem),
  asOf: instant,
});
/** The archive of one enterprise. */
export type ArchiveSheet = z.output<typeof archiveSheet>;

/** A former version of a document. */
export const formerEdition = z.object({
  edition: z.int(),
  name: z.string(),
  no: z.nullable(z.string()),
  issuedOn: day,
  validTo: z.nullable(day),
  files: z.array(keptFile),
});
/** Something that another module keeps and that fills an item. */
export const filledRow = z.object({
  item: z.string(),
  /** Where it comes from: 人员证件. */
  from: z.string(),
  name: z.string(),
  no: z.nullable(z.string()),
  issuedOn: z.nullable(day),
  validTo: z.nullable(day),
  files: z.array(keptFile),
  /** Screen on which it is kept. */
  href: z.string(),
});
/** Something that another module keeps and that fills an item. */
export type FilledRow = z.output<typeof filledRow>;
/** What stands in one category of an archive. */
export const archiveCategory = z.object({
  documents: z.array(z.object({ document: archiveDocument.row, former: z.array(formerEdition) })),
  filled: z.array(filledRow),
});
/** What stands in one category of an archive. */
export type ArchiveCategory = z.output<typeof archiveCategory>;

/** An enterprise in the list of archives, as last counted. */
export const archiveOfFirm = z.object({
  id,
  name: z.string(),
  ...completeness.shape,
  countedAt: instant,
});
/** An enterprise in the list of archives. */
export type ArchiveOfFirm = z.output<typeof archiveOfFirm>;
