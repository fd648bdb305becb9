import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { requiredText, id, placeCode } from '../../domain/fields.ts';
import { field, ref, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';

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

/** The form of an organisation. */
export const organ = resource('organ', {
  label: '机构',
  counter: '个',
  title: 'name',
  class: 'tenant',
  permits: 'sys:organ',
  fields: {
    name: text(limits.organ.nameMax, '机构名称').required().example('如 危化品监管科'),
    parentId: ref('organ', '上级机构').help('不选择上级，则为一级机构'),
    regionCode: field<string, true>({ kind: 'region', label: '所辖区域' }, placeCode).help(
      '数据范围为“本机构所辖区域”的人员只看到这里的企业；不选择，则与上级机构相同',
    ),
  },
});

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
