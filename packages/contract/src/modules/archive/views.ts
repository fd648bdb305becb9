import * as z from 'zod/mini';
import { day, id, instant } from '../../domain/fields.ts';
import { fileReference } from '../checklist/check-item.ts';
import { archiveDocument, archiveWaiver } from './resource.ts';

/**
 * State of an item. `waived`: the enterprise declared that it does not apply. `notApplicable`: not required. `none`:
 * optional and empty.
 */
export const itemStates = ['good', 'expired', 'missing', 'waived', 'notApplicable', 'none'] as const;
export type ItemState = (typeof itemStates)[number];

export const archiveItem = z.object({
  code: z.string(),
  state: z.enum(itemStates),
  /** Number of valid documents, including those from other modules. */
  good: z.int(),
  expired: z.int(),
  /** The valid statement that the item does not apply (不适用说明), or a former one. */
  waiver: z.nullable(archiveWaiver.row),
});
export type ArchiveItem = z.output<typeof archiveItem>;

/** Completeness of an archive. Only required items count. */
export const completeness = z.object({
  applicable: z.int(),
  good: z.int(),
  missing: z.int(),
  expired: z.int(),
  /** Completeness in percent; null if no item is required. */
  rate: z.nullable(z.int()),
  /** First item without a valid document; null if all items have one. */
  first: z.nullable(z.string()),
});
export type Completeness = z.output<typeof completeness>;

export const archiveSheet = z.object({
  enterpriseId: id,
  enterpriseName: z.string(),
  ...completeness.shape,
  items: z.array(archiveItem),
  asOf: instant,
});
export type ArchiveSheet = z.output<typeof archiveSheet>;

export const formerEdition = z.object({
  edition: z.int(),
  name: z.string(),
  no: z.nullable(z.string()),
  issuedOn: day,
  validTo: z.nullable(day),
  files: z.array(fileReference),
});
/** A record of another module that fills an item. */
export const sourceRow = z.object({
  item: z.string(),
  /** Name of the module that has the record, for example 人员证件. */
  from: z.string(),
  name: z.string(),
  no: z.nullable(z.string()),
  issuedOn: z.nullable(day),
  validTo: z.nullable(day),
  files: z.array(fileReference),
  href: z.string(),
});
export type SourceRow = z.output<typeof sourceRow>;
export const archiveCategory = z.object({
  documents: z.array(z.object({ document: archiveDocument.row, former: z.array(formerEdition) })),
  filled: z.array(sourceRow),
});
export type ArchiveCategory = z.output<typeof archiveCategory>;

export const archiveOfFirm = z.object({
  id,
  name: z.string(),
  ...completeness.shape,
  countedAt: instant,
});
export type ArchiveOfFirm = z.output<typeof archiveOfFirm>;
