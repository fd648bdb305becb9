// Settings that each unit can change (业务参数), with their defaults.
import * as z from 'zod/mini';
import { instant } from '../../domain/fields.ts';

export interface SettingSpec<V = unknown> {
  readonly kind: 'whole' | 'list' | 'choice';
  readonly label: string;
  readonly group: SettingGroup;
  /** Unit of the number; for a list, the labels of its numbers. */
  readonly unit?: string;
  readonly help?: string;
  readonly value: V;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: Readonly<Record<string, string>>;
  readonly schema: z.ZodMiniType<V>;
}
export const settingGroups = [
  '隐患整改',
  '风险分级管控',
  '安全分与四色',
  '教育培训',
  '月报',
  '会员与支付',
  '第二人复核',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

type SettingTexts = Pick<SettingSpec, 'label' | 'group' | 'unit' | 'help'>;
const wholeFrom = (label: string, min: number, max: number) =>
  z.int(`${label}应为整数`).check(z.gte(min, `${label}不能小于 ${min}`), z.lte(max, `${label}不能大于 ${max}`));
const whole = (words: SettingTexts, value: number, min: number, max: number): SettingSpec<number> => ({
  ...words,
  kind: 'whole',
  value,
  min,
  max,
  schema: wholeFrom(words.label, min, max),
});
/** A setting with a fixed count of whole numbers, sorted ascending or descending. */
const list = (
  words: SettingTexts,
  value: readonly number[],
  max: number,
  order: 'up' | 'down' | 'any',
): SettingSpec<number[]> => ({
  ...words,
  kind: 'list',
  value: [...value],
  min: 0,
  max,
  schema: z.array(wholeFrom(words.label, 0, max)).check(
    z.length(value.length, `${words.label}应有 ${value.length} 个数`),
    z.refine(
      (all) =>
        order === 'any' ||
        all.every((one, at) => at === 0 || (order === 'up' ? one >= (all[at - 1] ?? 0) : one <= (all[at - 1] ?? 0))),
      `${words.label}应${order === 'up' ? '从小到大' : '从大到小'}填写`,
    ),
  ),
});
const choice = <const M extends Readonly<Record<string, string>>>(
  words: SettingTexts,
  value: keyof M & string,
  choices: M,
): SettingSpec<keyof M & string> => ({
  ...words,
  kind: 'choice',
  value,
  choices,
  schema: z.enum(Object.keys(choices) as [keyof M & string, ...(keyof M & string)[]], `请选择${words.label}`),
});

const rectify = { group: '隐患整改' } as const;
const risk = { group: '风险分级管控' } as const;
const score = { group: '安全分与四色' } as const;
const learning = { group: '教育培训' } as const;
const report = { group: '月报' } as const;
const membership = { group: '会员与支付' } as const;
const secondPerson = { group: '第二人复核' } as const;

export const settings = {
  'rectify.generalDays': whole({ ...rectify, label: '一般隐患默认整改期限', unit: '天' }, 7, 1, 90),
  'rectify.generalMaxDays': whole({ ...rectify, label: '一般隐患最长整改期限', unit: '天' }, 15, 1, 180),
  'rectify.majorDays': whole({ ...rectify, label: '重大隐患默认整改期限', unit: '天' }, 30, 1, 365),
  'rectify.extensionTimes': whole({ ...rectify, label: '可延期次数', unit: '次' }, 1, 0, 5),
  'rectify.extensionDays': whole({ ...rectify, label: '每次最多延期', unit: '天' }, 15, 1, 90),
  'rectify.recheckWorkdays': whole({ ...rectify, label: '复查时限', unit: '个工作日' }, 5, 1, 30),
  'rectify.urgeWorkdays': whole(
    { ...rectify, label: '催办后再提醒', unit: '个工作日', help: '监管人员催办后，多少个工作日内不再提醒督促同一件事' },
    3,
    1,
    30,
  ),
  'rectify.voidDays': whole(
    { ...rectify, label: '可作废的时间', unit: '天', help: '发现后多少天内可以作废' },
    3,
    0,
    30,
  ),
  'rectify.remindBeforeDays': list(
    { ...rectify, label: '到期前提醒', unit: '天', help: '到期前第几天各提醒一次' },
    [3, 1, 0],
    60,
    'down',
  ),
  'rectify.escalate': list(
    { ...rectify, label: '超期升级', unit: '天', help: '超期几天后依次告知安全员、负责人、监管人员；重大隐患每天告知' },
    [1, 3, 7],
    90,
    'up',
  ),
  'rectify.repeatDays': whole(
    { ...rectify, label: '重复隐患判定时间', unit: '天', help: '同一企业同类别同部位在这段时间内再次出现' },
    180,
    30,
    730,
  ),
  'rectify.majorAcceptBy': choice({ ...rectify, label: '重大隐患验收人' }, 'regulator', {
    head: '主要负责人',
    regulator: '监管人员',
  }),
  'rectify.sampleRecheckShare': whole(
    { ...rectify, label: '每月抽样复核', unit: '%', help: '已销号隐患中抽取的比例' },
    5,
    0,
    100,
  ),
  'risk.presenceMetres': whole(
    { ...risk, label: '定位到点的距离', unit: '米', help: '手机离风险点或签到位置不超过这个距离算到点，定位误差另加' },
    200,
    20,
    2_000,
  ),
  'risk.resendHours': whole(
    {
      ...risk,
      label: '断网补传的时限',
      unit: '小时',
      help: '断网时填写的检查，截止后几小时内送达仍算按时（标为补传）；更晚送达的按送达时间计算',
    },
    24,
    1,
    72,
  ),
  'risk.reviewMonths': whole({ ...risk, label: '重新评估间隔', unit: '个月' }, 12, 1, 60),
  'risk.lecBands': list(
    {
      ...risk,
      label: 'LEC 法分级',
      unit: 'D 值',
      help: '依次为重大、较大、一般的下限：大于第一个数为重大，不小于第二、第三个数为较大、一般',
    },
    [320, 160, 70],
    10_000,
    'down',
  ),
  'risk.lsBands': list(
    { ...risk, label: 'LS 法分级', unit: 'R 值', help: '依次为重大、较大、一般的下限，达到即是' },
    [20, 15, 9],
    25,
    'down',
  ),
  'risk.lcBands': list(
    {
      ...risk,
      label: 'LC 法分级',
      unit: 'D 值',
      help: '依次为重大、较大、一般的下限，超过才是；启用前请与行业文件核对',
    },
    [55, 20, 5],
    100,
    'down',
  ),
  'score.weights': list(
    {
      ...score,
      label: '评分权重',
      unit: '分',
      help: '依次为整改、管控、预警、培训、档案、月报、事故；没有数据的不计，其余按比例放大',
    },
    [30, 20, 15, 15, 10, 5, 5],
    100,
    'any',
  ),
  'score.capFatal': whole({ ...score, label: '死亡事故后 12 个月内最高', unit: '分' }, 59, 0, 100),
  'score.capMajorOverdue': whole({ ...score, label: '重大隐患超期时最高', unit: '分' }, 74, 0, 100),
  'score.minParts': whole({ ...score, label: '至少几项有数据才评分', unit: '项' }, 3, 1, 7),
  'color.bands': list(
    { ...score, label: '四色分数下限', unit: '分', help: '依次为蓝、黄、橙，低于最后一个为红' },
    [90, 75, 60],
    100,
    'down',
  ),
  'color.generalOverdueDays': whole({ ...score, label: '一般隐患超期多少天转橙', unit: '天' }, 15, 1, 180),
  'color.expiredItems': whole({ ...score, label: '过期几项转橙', unit: '项' }, 3, 1, 50),
  'learning.faceCheck': choice(
    {
      ...learning,
      label: '培训人脸核验',
      help: '开启前须配置人脸比对服务，并在“影响评估”登记在有效期内的个人信息保护影响评估；评估到期后自动停用。学员可以不同意，改由企业人工确认',
    },
    'off',
    { off: '关闭', on: '开启' },
  ),
  'learning.codeSeconds': whole(
    { ...learning, label: '签到二维码更换间隔', unit: '秒', help: '换下的二维码 10 秒后失效' },
    30,
    10,
    120,
  ),
  'membership.expiringDays': whole({ ...membership, label: '会员到期前提醒', unit: '天' }, 30, 1, 180),
  'membership.graceDays': whole(
    { ...membership, label: '会员宽限期', unit: '天', help: '到期后这些天内全部功能照常使用' },
    15,
    0,
    90,
  ),
  'report.dueDay': whole({ ...report, label: '安全月报上报截止', unit: '日', help: '次月几日前上报' }, 5, 1, 28),
  'report.quarterDueDay': whole(
    { ...report, label: '季度隐患统计上报截止', unit: '日', help: '下一季度第几天前上报' },
    15,
    1,
    31,
  ),
  'report.yearDueDay': whole(
    { ...report, label: '年度隐患统计上报截止', unit: '日', help: '次年第几天前上报' },
    31,
    1,
    60,
  ),
  'membership.baseSeats': whole(
    { ...membership, label: '没有会员时的账号名额', unit: '个', help: '每家企业可登录的账号；会员的学习人数另加' },
    50,
    5,
    10_000,
  ),
  'membership.baseStorageMb': whole(
    {
      ...membership,
      label: '没有会员时的存储空间',
      unit: 'MB',
      help: '图片、音频、视频等素材；证照、隐患照片、整改证据和档案不占用',
    },
    1_024,
    100,
    1_000_000,
  ),
  'membership.trialDays': whole({ ...membership, label: '试用天数', unit: '天', help: '0 为不提供试用' }, 15, 0, 90),
  'order.closeMinutes': whole(
    { ...membership, label: '未支付订单关闭时间', unit: '分钟', help: '关闭前先向支付机构核对' },
    30,
    5,
    120,
  ),
  // A tenant may lengthen these times but not shorten them (S100).
  'secondPerson.hours': whole(
    {
      ...secondPerson,
      label: '复核人账号须早于申请',
      unit: '小时',
      help: '账号、角色和两步验证在申请前至少已有这么久',
    },
    24,
    24,
    720,
  ),
  'secondPerson.days': whole(
    {
      ...secondPerson,
      label: '申请人没有动过复核人账号',
      unit: '天',
      help: '申请人在这些天内新建、授权或重置过的账号不能复核',
    },
    30,
    30,
    365,
  ),
} satisfies Record<string, Omit<SettingSpec, 'schema'>>;

export type SettingKey = keyof typeof settings;
export const settingKeys = Object.keys(settings) as SettingKey[];
export type SettingValues = { [K in SettingKey]: z.output<(typeof settings)[K]['schema']> };

const shapes = Object.fromEntries(settingKeys.map((key) => [key, settings[key].schema as z.ZodMiniType]));
export const settingValues = z.object(shapes) as unknown as z.ZodMiniType<SettingValues>;
/** Changed settings by key; null restores the default. */
export const settingChanges = z.partial(
  z.object(Object.fromEntries(Object.entries(shapes).map(([key, schema]) => [key, z.nullable(schema)]))),
) as unknown as z.ZodMiniType<{ [K in SettingKey]?: SettingValues[K] | null }>;

export const unitSettings = z.object({
  /** Version of the unit's settings. Each change increases it; 0 if the unit has changed nothing. */
  version: z.int(),
  /** Values that apply: the values of the unit, or the defaults. */
  values: settingValues,
  own: z.array(z.enum(settingKeys)),
  updatedAt: z.nullable(instant),
  updatedBy: z.nullable(z.string()),
});
export type UnitSettings = z.output<typeof unitSettings>;

export const settingWords = ({ kind, choices, unit }: Omit<SettingSpec, 'schema'>, value: unknown): string =>
  kind === 'choice'
    ? (choices?.[String(value)] ?? String(value))
    : `${Array.isArray(value) ? value.join('、') : String(value)} ${unit ?? ''}`.trim();
