import * as z from 'zod/mini';
import { requiredText } from '../../domain/fields.ts';

/** Code of a street (乡镇街道, 9 digits) or of a grid (网格, 12 digits). */
export const townCode = z.string().check(z.regex(/^\d{9}(\d{3})?$/, '请从列表中选择街道或网格'));
const name = requiredText(15, '名称');

export const ownRegionAbility = z.enum(['add', 'update', 'remove']);
export type OwnRegionAbility = z.output<typeof ownRegionAbility>;

export const ownRegion = z.object({
  /** Code: nine digits for a street, twelve for a grid. */
  code: z.string(),
  version: z.int(),
  abilities: z.array(ownRegionAbility),
  name: z.string(),
  level: z.int(),
  parent: z.string(),
  path: z.string(),
  pinyin: z.string(),
  leaf: z.boolean(),
  enabled: z.boolean(),
});
export type OwnRegion = z.output<typeof ownRegion>;

/** Input of POST /upms/region. */
export const ownRegionInput = z.object({
  /** Code of the parent: a district (6 digits) for a street, a street (9 digits) for a grid. */
  parent: z.string('请选择上级').check(z.regex(/^\d{6}(\d{3})?$/, '请选择上级')),
  name,
  /** Full region code; if absent, the server uses the next free one. */
  code: z.optional(townCode),
});
export type OwnRegionInput = z.output<typeof ownRegionInput>;

/** Input of POST /upms/region/update. Absent fields stay unchanged. */
export const ownRegionPatch = z.object({
  code: townCode,
  /** Version that the caller loaded. A stale version is refused with 409 and the current row. */
  version: z.int(),
  name: z.optional(name),
  enabled: z.optional(z.boolean()),
});
export type OwnRegionPatch = z.output<typeof ownRegionPatch>;

export const codeVersion = z.object({
  code: z.string(),
  version: z.int(),
});

export const ownRegionSortable = ['code', 'name'] as const;
export type OwnRegionSort = (typeof ownRegionSortable)[number];
