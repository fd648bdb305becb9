import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { enterprise, enterpriseFields } from './enterprise.ts';
import { id, prose, text } from '../../domain/fields.ts';
import { townCode } from '../dictionary/region.ts';

export const duplicateReasons = {
  sameName: '名称相同',
  similarName: '名称写法相近',
  samePeople: '法定代表人与安全员电话相同',
  samePlace: '注册地址与法定代表人相同',
} as const;
export type DuplicateReason = keyof typeof duplicateReasons;
const reasons = Object.keys(duplicateReasons) as [DuplicateReason, ...DuplicateReason[]];

/** What the list of duplicates compares: name, people or address. */
export const duplicateKinds = { name: '名称', people: '人员', place: '地址' } as const;
export type DuplicateKind = keyof typeof duplicateKinds;
export const duplicateKind = z.enum(Object.keys(duplicateKinds) as [DuplicateKind, ...DuplicateKind[]]);

export const duplicateGroup = z.object({
  key: z.string(),
  reasons: z.array(z.enum(reasons)),
  count: z.int(),
  enterprises: z.array(enterprise),
});
export type DuplicateGroup = z.output<typeof duplicateGroup>;

export const mergeInput = z.object({
  keepId: id,
  keepVersion: z.int(),
  dropId: id,
  dropVersion: z.int(),
  /** By field name: 'drop' takes the value of the enterprise file that is closed. Other fields stay unchanged. */
  fields: z.optional(z.record(z.string().check(z.maxLength(40)), z.enum(['keep', 'drop']))),
});
export type MergeInput = z.output<typeof mergeInput>;

const { regionCode } = enterpriseFields.shape;
/**
 * Input of POST /bus/enterprise/transfer. Absent fields stay unchanged; null clears a field. The town changes with
 * its region.
 */
export const transferInput = z.object({
  id,
  version: z.int(),
  regionCode,
  /** Name of the street (乡镇街道) in the new region. */
  town: z.optional(z.nullable(text(30, '乡镇街道'))),
  /** Code of the street or grid, below the new region. */
  townCode: z.optional(z.nullable(townCode)),
  authorityId: z.optional(z.nullable(id)),
  officerId: z.optional(z.nullable(id)),
  reason: prose(limits.noteMax, '迁移原因').check(
    z.minLength(limits.reasonMin, `迁移原因至少 ${limits.reasonMin} 个字`),
  ),
});
export type TransferInput = z.output<typeof transferInput>;
