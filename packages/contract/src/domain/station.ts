import * as z from 'zod/mini';
import { mobile, regionCode } from './enterprise.ts';
import { filled, id, instant, text } from './fields.ts';

const degree = (max: number) => z.number('请填写数字').check(z.gte(-max, '坐标超出范围'), z.lte(max, '坐标超出范围'));
const orNothing = <S extends z.ZodMiniType>(inner: S) => z.optional(z.nullable(inner));

/** Whether a station is in use. */
export const stationStatus = z.enum(['enabled', 'disabled']);
/** Whether a station is in use. */
export type StationStatus = z.output<typeof stationStatus>;

/** What a person may type into a station; null clears what may be empty. */
export const stationFields = z.object({
  /** 编号, unique in the tenant */
  code: filled(32, '编号'),
  /** 名称 */
  name: filled(60, '名称'),
  /** 类型, code of dictionary stationKind */
  kind: z.string('类型不能为空').check(z.regex(/^[A-Za-z0-9]{1,32}$/, '请选择类型')),
  /** 级别 */
  grade: orNothing(text(20, '级别')),
  /** 行政区划 */
  regionCode,
  /** 地址 */
  address: filled(200, '地址'),
  /** 经度, degrees (GCJ-02) */
  lng: orNothing(degree(180)),
  /** 纬度, degrees (GCJ-02) */
  lat: orNothing(degree(90)),
  /** 负责人 */
  managerName: filled(30, '负责人'),
  /** 负责人电话 (classified) */
  managerPhone: mobile,
  /** 面积, ㎡ */
  areaSqm: orNothing(z.number('请填写数字').check(z.gte(0, '不能小于 0'), z.lte(1e12, '数值过大'))),
  /** 状态 */
  status: z.optional(stationStatus),
});
/** What a person may type into a station. */
export type StationFields = z.output<typeof stationFields>;

/** POST /bus/station. */
export const stationInput = z.extend(stationFields, {
  /** 所属企业; enterprise staff may leave it out, it is their own. */
  enterpriseId: z.optional(id),
});
/** A new station. */
export type StationInput = z.output<typeof stationInput>;

/** POST /bus/station/update: absent = unchanged, null clears. */
export const stationPatch = z.extend(z.partial(stationFields), {
  /** Which station. */
  id,
  /** The version the person saw; a stale one answers 409 with the row. */
  version: z.int(),
});
/** Changes to a station. */
export type StationPatch = z.output<typeof stationPatch>;

/** What a person may do with a station. */
export const stationAbility = z.enum(['update', 'remove']);
/** What a person may do with a station. */
export type StationAbility = z.output<typeof stationAbility>;

/** A station (场站) as the server answers it. */
export const station = z.object({
  /** Id. */
  id,
  /** Grows with every change. */
  version: z.int(),
  /** What the caller may do with this row. */
  abilities: z.array(stationAbility),
  /** 所属企业 */
  enterpriseId: id,
  /** Name of the enterprise. */
  enterpriseName: z.nullable(z.string()),
  /** 编号 */
  code: z.string(),
  /** 名称 */
  name: z.string(),
  /** 类型 */
  kind: z.string(),
  /** 级别 */
  grade: z.nullable(z.string()),
  /** 行政区划 */
  regionCode: z.string(),
  /** Names from the province down. */
  regionName: z.nullable(z.string()),
  /** 地址 */
  address: z.string(),
  /** 经度 */
  lng: z.nullable(z.number()),
  /** 纬度 */
  lat: z.nullable(z.number()),
  /** 负责人 */
  managerName: z.string(),
  /** 负责人电话, masked for everybody but the enterprise's own staff. */
  managerPhone: z.string(),
  /** 面积, ㎡ */
  areaSqm: z.nullable(z.number()),
  /** 状态 */
  status: stationStatus,
  /** 创建时间 */
  createdAt: instant,
  /** 更新时间 */
  updatedAt: instant,
});
/** A station as a person sees it. */
export type Station = z.output<typeof station>;

/** Columns that the list may be ordered by. */
export const stationSortable = ['code', 'name', 'updatedAt'] as const;
/** A column that the list may be ordered by. */
export type StationSort = (typeof stationSortable)[number];
