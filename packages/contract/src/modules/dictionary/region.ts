import * as z from 'zod/mini';
import { filled } from '../../domain/fields.ts';

/** Code of a street 乡镇街道 (9 digits) or a grid 网格 (12 digits). */
export const townCode = z.string().check(z.regex(/^\d{9}(\d{3})?$/, '请从列表中选择街道或网格'));
const name = filled(15, '名称');

/** What a person may do with a street or grid. */
export const ownRegionAbility = z.enum(['add', 'update', 'remove']);
/** What a person may do with a street or grid. */
export type OwnRegionAbility = z.output<typeof ownRegionAbility>;

/** A street or grid that a tenant added below a division of GB/T 2260. */
export const ownRegion = z.object({
  /** Nine digits of a street, twelve of a grid. */
  code: z.string(),
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do with this row. */
  abilities: z.array(ownRegionAbility),
  /** Name. */
  name: z.string(),
  /** 4 street, 5 grid. */
  level: z.int(),
  /** Code of the division or street above. */
  parent: z.string(),
  /** Names from the province down, joined by ' / '. */
  path: z.string(),
  /** Pinyin initials of the name. */
  pinyin: z.string(),
  /** Whether nothing lies below. */
  leaf: z.boolean(),
  /** Whether it is offered. */
  enabled: z.boolean(),
});
/** A street or grid that a tenant added. */
export type OwnRegion = z.output<typeof ownRegion>;

/** POST /upms/region. */
export const ownRegionInput = z.object({
  /** District that a street is in (6 digits), or street that a grid is in (9 digits). */
  parent: z.string('请选择上级').check(z.regex(/^\d{6}(\d{3})?$/, '请选择上级')),
  /** Name. */
  name,
  /** Its whole code; the next free one when left out. */
  code: z.optional(townCode),
});
/** A new street or grid. */
export type OwnRegionInput = z.output<typeof ownRegionInput>;

/** POST /upms/region/update: absent = unchanged. */
export const ownRegionPatch = z.object({
  /** Which one. */
  code: townCode,
  /** The version the person saw; a stale one answers 409 with the row. */
  version: z.int(),
  /** Name. */
  name: z.optional(name),
  /** Whether it is offered. */
  enabled: z.optional(z.boolean()),
});
/** Changes to a street or grid. */
export type OwnRegionPatch = z.output<typeof ownRegionPatch>;

/** Code and version after a write. */
export const codeVersion = z.object({
  /** Code of the row. */
  code: z.string(),
  /** Version to send back with the next change. */
  version: z.int(),
});

/** Columns that the list may be ordered by. */
export const ownRegionSortable = ['code', 'name'] as const;
/** A column that the list may be ordered by. */
export type OwnRegionSort = (typeof ownRegionSortable)[number];
