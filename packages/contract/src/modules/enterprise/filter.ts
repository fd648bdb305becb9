import * as z from 'zod/mini';
import { text } from '../../domain/fields.ts';
import { filterShapeOf } from '../../kit/calls.ts';
import { boolean, choice, code, codes, day, field, integer, oneOf, person, region } from '../../kit/field.ts';
import { limits } from '../../limits.ts';
import { colorCauses, enterpriseColor, enterpriseSize, enterpriseStatus, standardLevel } from './codes.ts';

const sections = z.string().check(z.regex(/^[A-T](\d{2})?$/));

/**
 * Filters of the enterprise list. A row must match every filter, and one of the values of each filter. Page, sheets and
 * stored jobs are derived from them.
 */
export const enterpriseFilterFields = {
  /** Code or code prefix of a division, with the divisions below it. Seven or more digits mean a street or grid. */
  regionCode: region('区域').filter('below'),
  /** Letter of an industry section, or code of an industry. */
  industryCode: field<string>({ kind: 'industry', label: '行业' }, sections, sections, sections).filter('many'),
  supervisionKind: code('supervisionKind', '监管行业').filter('many'),
  enterpriseSize: oneOf(enterpriseSize, '企业规模').dictionary('enterpriseSize').filter('many'),
  status: oneOf(enterpriseStatus, '状态').dictionary('enterpriseStatus').filter('many'),
  color: oneOf(enterpriseColor, '四色').dictionary('enterpriseColor').filter('many'),
  standardGrade: oneOf(standardLevel, '标准化等级').dictionary('standardLevel').filter('many'),
  /** The enterprise has at least one of the features. */
  hazardFeature: codes('hazardFeature', '危险特征').filter('many'),
  /** The enterprise has at least one of the labels. With this filter, enterprise staff get no rows. */
  label: codes('enterpriseLabel', '企业标签').filter('many'),
  officerId: person('责任人').filter(),
  /** Number of days: at least one of the four expiry dates is past or within that many days. */
  expiring: integer('到期')
    .words({ 0: '已过期或今天到期', 30: '30 天内到期', 60: '60 天内到期', 90: '90 天内到期' })
    .filter(),
  activatedFrom: day('启用日期起').filter(),
  activatedTo: day('启用日期止').filter(),
  /** All required fields are filled and the completeness rate is at least 90. */
  perfect: boolean('档案完善').words({ true: '档案已完善', false: '档案未完善' }).filter(),
  /** At least one of its people has signed in. */
  signedIn: boolean('是否入驻').words({ true: '已入驻（登录过）', false: '未入驻' }).filter(),
  located: boolean('地图坐标').words({ true: '有坐标', false: '没有坐标' }).filter(),
  /** First and last day of an inspection (监管检查) that a regulator finished at the enterprise. */
  inspectedFrom: day('监管检查起').filter(),
  inspectedTo: day('监管检查止').filter(),
  scored: boolean('安全分').words({ true: '有安全分', false: '数据不足' }).filter(),
  /** Cause of the colour that the enterprise has. */
  colorCause: choice(colorCauses, '颜色原因').filter(),
  /** How the enterprise became active: by a decision, or directly by an import. */
  activatedBy: choice({ decision: '逐家启用', import: '随导入启用' }, '启用方式').filter(),
};

export const enterpriseFilter = {
  /**
   * Part of the name. A text of four or more characters from the credit code alphabet also matches the beginning of the
   * credit code.
   */
  keyword: z.optional(text(limits.search.max)),
  name: z.optional(text(limits.search.max)),
  creditCode: z.optional(text(18)),
  ...filterShapeOf(enterpriseFilterFields),
  /** Only rows of exactly this region, for example of the city itself, without regions below it. */
  regionOnly: z.optional(z.string().check(z.regex(/^\d{6}$/))),
};
