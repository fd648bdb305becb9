import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { requiredText, id, placeCode } from '../../domain/fields.ts';

export const organRow = z.object({
  id,
  parentId: z.nullable(id),
  name: z.string(),
  sort: z.int(),
  version: z.int(),
  /** Number of people in this organisation, without people in lower organisations. */
  people: z.int(),
  /** Code of the division or street for which this organisation is responsible; null if the parent's code applies. */
  regionCode: z.nullable(z.string()),
  /** Name of the division or street for which the organisation is responsible, its own or its parent's. */
  regionName: z.nullable(z.string()),
});
export type OrganRow = z.output<typeof organRow>;

const name = requiredText(limits.organ.nameMax, '机构名称');

export const organInput = z.object({
  name,
  /** Id of the parent; if empty, the organisation is at the top level. */
  parentId: z.optional(z.nullable(id)),
  /** Code of the division or street for which the organisation is responsible; if empty, the parent's code applies. */
  regionCode: z.optional(z.nullable(placeCode)),
});
export type OrganInput = z.output<typeof organInput>;

/** Input of POST /upms/organ/update. Absent fields stay unchanged. */
export const organPatch = z.object({
  id,
  version: z.int(),
  name: z.optional(name),
  /** Id of the new parent; null moves the organisation to the top level. */
  parentId: z.optional(z.nullable(id)),
  /**
   * Position among the organisations with the same parent, from 0. An organisation that moves without a position
   * becomes the last.
   */
  sort: z.optional(z.int().check(z.gte(0), z.lte(limits.organ.count))),
  /** Code of the new division or street; null means that the parent's code applies. */
  regionCode: z.optional(z.nullable(placeCode)),
});
export type OrganPatch = z.output<typeof organPatch>;
