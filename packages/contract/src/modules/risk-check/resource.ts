import * as z from 'zod/mini';
import { riskLevel } from '../enterprise/codes.ts';
import { flag } from '../../domain/fields.ts';
import { boolean, day, instant, integer, json, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Filter, type Row } from '../../kit/resource.ts';
import { foundItem } from '../checklist/item.ts';
import { controlLayers } from '../risk-point/cycle.ts';

/** States of a check; that it was missed follows from its time and is never stored. */
export const riskCheckStates = ['pending', 'done', 'paused', 'cancelled'] as const;
/** What proves that somebody was at the point. */
export const presences = {
  both: '扫码并定位到点',
  qr: '仅二维码',
  position: '定位到点',
  far: '未到点',
  none: '未证明到点',
} as const;
/** What proves that somebody was at the point. */
export type Presence = keyof typeof presences;

/** A check (排查任务) of a risk point by one layer, planned from its cycle. */
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
    pointName: text(60, '风险点名称').kept().required().search('contains'),
    opensAt: instant('开始时间').kept().required(),
    dueAt: instant('截止时间').kept().required(),
    /** Planned from the cycle, or begun by somebody beside it. */
    planned: boolean('按周期').kept().default(false),
    checklistName: text(60, '检查表').kept(),
    items: json('检查项', z.array(foundItem)).kept().default([]).whole(),
    itemCount: integer('检查项数').kept().default(0),
    doneCount: integer('已检查').kept().default(0),
    failCount: integer('不符合').kept().default(0),
    presence: oneOf(['qr', 'position', 'none'], '到点方式').kept().dictionary('checkPresence'),
    presentAt: instant('到点时间').kept(),
    /** Metres between the point and the position that was given; null where none was compared. */
    presenceMetres: integer('定位距离', { unit: '米' }).kept(),
    /** Nothing proves presence: the position is too far away, or the check ended without code and position. Not in time. */
    far: boolean('未到点').kept().default(false),
    startedAt: instant('开始检查时间').kept(),
    doneAt: instant('检查时间').kept(),
    claimedAt: instant('自述检查时间').kept(),
    receivedAt: instant('送达时间').kept(),
    resent: boolean('补传').kept().default(false),
    doneById: ref('employee', '检查人').kept().filter(),
    doneByName: text(30, '检查人姓名').kept(),
    note: prose(500, '说明').kept(),
    status: oneOf(riskCheckStates, '状态').kept().default('pending').dictionary('riskCheckStatus').filter('many'),

    level: oneOf(riskLevel, '风险等级').short('等级').computed().dictionary('riskLevel'),
    place: text(100, '位置').computed(),
    ownerName: text(30, '责任人').computed(),
    proof: oneOf(['both', 'qr', 'position', 'far', 'none'], '到点证明').computed().dictionary('checkPresence'),
    /** Whether the point has a place on earth by which presence may be shown. */
    located: boolean('可定位到点').computed(),
    missed: boolean('漏检').computed(),
    late: boolean('超时完成').computed(),
  },
  filters: {
    /** Past its time and not done. */
    missed: flag as unknown as z.ZodMiniType<boolean>,
    /** Open now, or due today. */
    today: flag as unknown as z.ZodMiniType<boolean>,
    /** Due within the last 30 days, not counting what stood still: what the score counts. */
    counted: flag as unknown as z.ZodMiniType<boolean>,
    /** Received after their due time, and done in time by evidence (补传). */
    resent: flag as unknown as z.ZodMiniType<boolean>,
    /** Done before their due time, and nothing proves that anybody was there (未到点). */
    unproven: flag as unknown as z.ZodMiniType<boolean>,
    /** With something that failed. */
    failed: flag as unknown as z.ZodMiniType<boolean>,
  },
  filterLabels: {
    missed: '逾期未检',
    today: '今日待检',
    counted: '计入安全分',
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
/** A check as people see it. */
export type RiskCheck = Row<typeof riskCheck>;
/** What the list is narrowed by. */
export type RiskCheckFilter = Filter<typeof riskCheck>;
