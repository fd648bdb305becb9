import * as z from 'zod/mini';
import { riskLevel } from '../enterprise/codes.ts';
import { flag } from '../../domain/fields.ts';
import { boolean, day, instant, integer, json, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { answeredItem } from '../checklist/check-item.ts';
import { controlLayers } from '../risk-point/check-cycle.ts';

/** Stored states of a check. The state `missed` is not stored: it is derived from the time. */
export const riskCheckStates = ['pending', 'done', 'paused', 'cancelled'] as const;
export const presences = {
  both: '扫码并定位到点',
  qr: '仅二维码',
  position: '定位到点',
  far: '未到点',
  none: '未证明到点',
} as const;
export type Presence = keyof typeof presences;

/** A check (排查任务) of a risk point by one layer of the enterprise. It is planned from the cycle of the point. */
export const riskCheck = resource('riskCheck', {
  label: '排查任务',
  counter: '项',
  title: 'pointName',
  class: 'enterprise',
  permits: 'bus:riskcheck',
  abilities: ['answer'],
  order: '-dueOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    layer: oneOf(controlLayers, '检查层级').short('层级').required().dictionary('controlLayer').filter('many'),
    riskPointId: ref('riskPoint', '风险点').required().immutable().filter(),
    dueOn: day('应检日期').required().sortable().filter('range'),
    pointName: text(60, '风险点名称').serverSet().required().search('pinyin'),
    opensAt: instant('开始时间').serverSet().required(),
    dueAt: instant('截止时间').serverSet().required(),
    /** Whether the check was planned from the cycle; false if a person started it. */
    planned: boolean('按周期').serverSet().default(false),
    checklistName: text(60, '检查表').serverSet(),
    items: json('检查项', z.array(answeredItem)).serverSet().default([]).whole(),
    itemCount: integer('检查项数').serverSet().default(0),
    doneCount: integer('已检查').serverSet().default(0),
    failCount: integer('不符合').serverSet().default(0),
    presence: oneOf(['qr', 'position', 'none'], '到点方式').serverSet().dictionary('checkPresence'),
    presentAt: instant('到点时间').serverSet(),
    /** Distance between the risk point and the reported position in metres; null if they were not compared. */
    presenceMetres: integer('定位距离', { unit: '米' }).serverSet(),
    /**
     * Whether presence is not proven: the position is too far away, or the check has neither presence code nor
     * position. Such a check is not in time.
     */
    far: boolean('未到点').serverSet().default(false),
    startedAt: instant('开始检查时间').serverSet(),
    doneAt: instant('检查时间').serverSet(),
    claimedAt: instant('自述检查时间').serverSet(),
    receivedAt: instant('送达时间').serverSet(),
    resent: boolean('补传').serverSet().default(false),
    doneById: ref('employee', '检查人').serverSet().filter(),
    doneByName: text(30, '检查人姓名').serverSet(),
    note: prose(500, '说明').serverSet(),
    status: oneOf(riskCheckStates, '状态').serverSet().default('pending').dictionary('riskCheckStatus').filter('many'),

    level: oneOf(riskLevel, '风险等级').short('等级').computed().dictionary('riskLevel'),
    place: text(100, '位置').computed(),
    ownerName: text(30, '责任人').computed(),
    proof: oneOf(['both', 'qr', 'position', 'far', 'none'], '到点证明').computed().dictionary('checkPresence'),
    /** Whether the risk point has coordinates with which presence can be proven. */
    located: boolean('可定位到点').computed(),
    missed: boolean('漏检').computed(),
    late: boolean('超时完成').computed(),
  },
  filters: {
    missed: flag as unknown as z.ZodMiniType<boolean>,
    today: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the check was due within the last 30 days and not suspended. The score counts these checks. */
    counted: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the check was done before the due time with proof of presence (按时). */
    onTime: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the check was received after the due time but proven to be done in time (补传). */
    resent: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the check was done before the due time without proof of presence (未到点). */
    unproven: flag as unknown as z.ZodMiniType<boolean>,
    failed: flag as unknown as z.ZodMiniType<boolean>,
  },
  filterLabels: {
    missed: '逾期未检',
    today: '今日待检',
    counted: '计入安全分',
    onTime: '按时',
    resent: '补传',
    unproven: '未到点',
    failed: '有不合格项',
  },
  states: {
    field: 'status',
    moves: {
      finish: {
        from: ['pending'],
        to: 'done',
        label: '交表',
        permit: 'check',
        ask: { note: prose(500, '说明') },
      },
    },
  },
});
export type RiskCheck = Row<typeof riskCheck>;
