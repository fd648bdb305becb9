import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { enterprise, enterpriseFields } from './enterprise.ts';
import { id, prose, text } from '../../domain/fields.ts';
import { townCode } from '../dictionary/region.ts';

/** What makes two files look like one enterprise: code → words. */
export const duplicateReasons = {
  sameName: '名称相同',
  similarName: '名称写法相近',
  samePeople: '法定代表人与安全员电话相同',
  samePlace: '注册地址与法定代表人相同',
} as const;
/** What makes two files look like one enterprise. */
export type DuplicateReason = keyof typeof duplicateReasons;
const reasons = Object.keys(duplicateReasons) as [DuplicateReason, ...DuplicateReason[]];

/** How a list of duplicates is narrowed: by what is looked at. */
export const duplicateKinds = { name: '名称', people: '人员', place: '地址' } as const;
/** What is looked at to find duplicates. */
export type DuplicateKind = keyof typeof duplicateKinds;
/** What is looked at to find duplicates. */
export const duplicateKind = z.enum(Object.keys(duplicateKinds) as [DuplicateKind, ...DuplicateKind[]]);

/** Files that may be about one enterprise. */
export const duplicateGroup = z.object({
  /** Names the group within the answer. */
  key: z.string(),
  /** Why they may be one. */
  reasons: z.array(z.enum(reasons)),
  /** How many there are. */
  count: z.int(),
  /** The first of them. */
  enterprises: z.array(enterprise),
});
/** Files that may be about one enterprise. */
export type DuplicateGroup = z.output<typeof duplicateGroup>;

/** POST /bus/enterprise/merge. */
export const merging = z.object({
  /** The file that stays. */
  keepId: id,
  /** Its version as the person saw it. */
  keepVersion: z.int(),
  /** The file that is closed. */
  dropId: id,
  /** Its version as the person saw it. */
  dropVersion: z.int(),
  /** Fields whose value comes from the file that is closed: name → 'drop'; all others stay. */
  fields: z.optional(z.record(z.string().check(z.maxLength(40)), z.enum(['keep', 'drop']))),
});
/** How two files become one. */
export type Merging = z.output<typeof merging>;

const { regionCode } = enterpriseFields.shape;
/** POST /bus/enterprise/transfer: what is left out stays, null leaves it empty; the town goes with its region. */
export const transferring = z.object({
  /** Which enterprise. */
  id,
  /** The version the person saw. */
  version: z.int(),
  /** The new region. */
  regionCode,
  /** 乡镇街道 in the new region. */
  town: z.optional(z.nullable(text(30, '乡镇街道'))),
  /** Code of the street or grid, below the new region. */
  townCode: z.optional(z.nullable(townCode)),
  /** 监管部门 from now on. */
  authorityId: z.optional(z.nullable(id)),
  /** 监管责任人 from now on. */
  officerId: z.optional(z.nullable(id)),
  /** 迁移原因 */
  reason: prose(limits.noteMax, '迁移原因').check(
    z.minLength(limits.reasonMin, `迁移原因至少 ${limits.reasonMin} 个字`),
  ),
});
/** How an enterprise goes to another region. */
export type Transferring = z.output<typeof transferring>;
