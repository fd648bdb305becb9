import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { filled, id, placeCode } from '../../domain/fields.ts';

/** An organisation as whoever draws the tree sees it. */
export const organRow = z.object({
  /** Id of the organisation. */
  id,
  /** Id of the upper one, or null at the top. */
  parentId: z.nullable(id),
  /** Name shown. */
  name: z.string(),
  /** Order among siblings. */
  sort: z.int(),
  /** Version to send back with the next change. */
  version: z.int(),
  /** People who stand in it directly. */
  people: z.int(),
  /** The division or street that it is responsible for, where it names one of its own. */
  regionCode: z.nullable(z.string()),
  /** Name of what it is responsible for, by itself or by the organisations above it. */
  regionName: z.nullable(z.string()),
});
/** An organisation as whoever draws the tree sees it. */
export type OrganRow = z.output<typeof organRow>;

const name = filled(limits.organ.nameMax, '机构名称');

/** POST /upms/organ. */
export const organInput = z.object({
  /** Name shown. */
  name,
  /** Id of the upper one; at the top when empty. */
  parentId: z.optional(z.nullable(id)),
  /** The division or street that it is responsible for; that of the upper one when empty. */
  regionCode: z.optional(z.nullable(placeCode)),
});
/** A new organisation. */
export type OrganInput = z.output<typeof organInput>;

/** POST /upms/organ/update: absent = unchanged. */
export const organPatch = z.object({
  /** Which one. */
  id,
  /** The version the person saw. */
  version: z.int(),
  /** Another name. */
  name: z.optional(name),
  /** Another upper one; null moves it to the top. */
  parentId: z.optional(z.nullable(id)),
  /** Its place among its siblings, from 0; the last where it is moved without one. */
  sort: z.optional(z.int().check(z.gte(0), z.lte(limits.organ.count))),
  /** Another division or street; null takes that of the upper one. */
  regionCode: z.optional(z.nullable(placeCode)),
});
/** A change of an organisation. */
export type OrganPatch = z.output<typeof organPatch>;
