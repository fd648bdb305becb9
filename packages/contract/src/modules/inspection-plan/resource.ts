import type * as z from 'zod/mini';
import { flag } from '../../domain/fields.ts';
import { code, day, integer, oneOf, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

export const planPeriods = [
  'm01',
  'm02',
  'm03',
  'q1',
  'm04',
  'm05',
  'm06',
  'q2',
  'm07',
  'm08',
  'm09',
  'q3',
  'm10',
  'm11',
  'm12',
  'q4',
] as const;

export function monthsOf(period: string): [first: number, last: number] {
  const place = Number(period.slice(1));
  return period.startsWith('q') ? [place * 3 - 2, place * 3] : [place, place];
}
export function periodEnd(year: number, period: string): string {
  const [, month] = monthsOf(period);
  const end = new Date(Date.UTC(year, month, 0));
  return end.toISOString().slice(0, 10);
}

/** States of an inspection plan. They are derived from the linked inspections. */
export const planStates = ['planned', 'running', 'done', 'late'] as const;

export const inspectionPlan = resource('inspectionPlan', {
  label: '检查计划',
  counter: '项',
  title: 'subject',
  class: 'enterprise',
  permits: 'bus:inspectplan',
  order: '-dueOn',
  fields: {
    enterpriseId: ref('enterprise', '受检企业').own('请选择受检企业').immutable().filter(),
    subject: text(100, '检查内容').required().search('pinyin'),
    year: integer('年度', { min: 2000, max: 2100 }).required().immutable().filter(),
    period: code('inspectionPeriod', '计划时间').required().immutable().filter('many'),
    kind: code('inspectionKind', '检查类型').required().filter('many'),
    inspectors: text(100, '检查人员').required(),
    dueOn: day('最迟完成').serverSet().required().sortable().filter('range'),
    state: oneOf(planStates, '进度').computed().dictionary('inspectionPlanState'),
    inspectionId: text(36, '检查').computed().whole(),
  },
  filters: {
    /** Whether an inspection of the plan is finished. */
    done: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the last day has passed without a finished inspection. */
    late: flag as unknown as z.ZodMiniType<boolean>,
  },
  filterLabels: { done: '已检查', late: '逾期' },
});
export type InspectionPlan = Row<typeof inspectionPlan>;
