// How often a point is checked (domain.md §8.7): every so many hours, days, weeks … of working hours and kinds of days.
import * as z from 'zod/mini';

/** Units of cycles. */
export const cycleUnits = { hour: '小时', day: '天', week: '周', month: '个月', quarter: '季度', year: '年' } as const;
/** A unit of cycles. */
export type CycleUnit = keyof typeof cycleUnits;
/** Days that count. */
export const dayKinds = { all: '每天', workdays: '仅工作日' } as const;

const units = Object.keys(cycleUnits) as [CycleUnit, ...CycleUnit[]];
const hour = z.int('请填写整点').check(z.gte(0, '时间应在 0 到 24 点之间'), z.lte(24, '时间应在 0 到 24 点之间'));
/** A cycle of checks. */
export const cycle = z
  .object({
    /** Every so many units. */
    every: z.int('请填写间隔').check(z.gte(1, '间隔至少为 1'), z.lte(99, '间隔过大')),
    /** Unit. */
    unit: z.enum(units, '请选择单位'),
    /** First working hour of a day, for cycles of hours. */
    from: z.optional(hour),
    /** Hour at which work ends. */
    to: z.optional(hour),
    /** Which days count, for cycles of hours and days. */
    days: z.optional(z.enum(['all', 'workdays'])),
  })
  .check(z.refine(({ from = 0, to = 24 }) => from < to, { error: '开始时间应早于结束时间', path: ['from'] }));
/** A cycle of checks. */
export type Cycle = z.output<typeof cycle>;

/** Layers that control a risk, from the upper to the lower. */
export const controlLayers = ['company', 'department', 'team', 'post'] as const;
/** A layer that controls a risk. */
export type ControlLayer = (typeof controlLayers)[number];
/** A layer with all below it: what an upper layer controls, the lower ones control too. */
export const layersFrom = (layer: ControlLayer): readonly ControlLayer[] =>
  controlLayers.slice(controlLayers.indexOf(layer));

/** Cycles of some layers, where they differ from that of the point. */
export const layerCycles = z.object({
  /** 公司级 */
  company: z.optional(cycle),
  /** 部门（车间）级 */
  department: z.optional(cycle),
  /** 班组级 */
  team: z.optional(cycle),
  /** 岗位级 */
  post: z.optional(cycle),
});
/** Cycles of some layers. */
export type LayerCycles = z.output<typeof layerCycles>;

/** The cycles that the words of the dictionary checkCycle stand for. */
export const presetCycles: Readonly<Record<string, Cycle>> = {
  shift: { every: 8, unit: 'hour' },
  daily: { every: 1, unit: 'day' },
  weekly: { every: 1, unit: 'week' },
  monthly: { every: 1, unit: 'month' },
  quarterly: { every: 1, unit: 'quarter' },
  halfYearly: { every: 2, unit: 'quarter' },
  yearly: { every: 1, unit: 'year' },
};
const daily: Cycle = { every: 1, unit: 'day' };
/** The cycle by which a layer checks a point. */
export const cycleFor = (layer: ControlLayer, preset: string, own: LayerCycles | null): Cycle =>
  own?.[layer] ?? presetCycles[preset] ?? daily;

/** Layers in words. */
export const layerWords: Readonly<Record<ControlLayer, string>> = {
  company: '公司级',
  department: '部门（车间）级',
  team: '班组级',
  post: '岗位级',
};

/** A time in which one check is due: it opens at one instant and must be done before another. */
export interface Window {
  readonly opensAt: Date;
  readonly dueAt: Date;
}
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Shanghai keeps UTC+8 all year round. */
const offsetMs = 8 * hourMs;
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`) - offsetMs;
const dayAt = (ms: number) => new Date(ms + offsetMs).toISOString().slice(0, 10);
const monthStart = (index: number) =>
  startOf(`${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`);
const months: Partial<Record<CycleUnit, number>> = { month: 1, quarter: 3, year: 12 };

/** The windows of a cycle that are open or open at some time of a day. */
export function windowsOn({ every, unit, from = 0, to = 24, days }: Cycle, day: string, isWorkday = true): Window[] {
  const start = startOf(day);
  const window = (opens: number, due: number): Window => ({ opensAt: new Date(opens), dueAt: new Date(due) });
  const counts = days !== 'workdays' || isWorkday;
  switch (unit) {
    case 'hour': {
      if (!counts) return [];
      const all: Window[] = [];
      for (let at = from; at < to; at += every)
        all.push(window(start + at * hourMs, start + Math.min(at + every, to) * hourMs));
      return all;
    }
    case 'day':
    case 'week': {
      if (unit === 'day' && !counts) return [];
      // Counted from a Monday, so that weeks begin with one.
      const length = (unit === 'week' ? 7 : 1) * every;
      const since = Math.round((start - startOf('2024-01-01')) / dayMs);
      const begins = start - (((since % length) + length) % length) * dayMs;
      return [window(begins, begins + length * dayMs)];
    }
    default: {
      const length = (months[unit] ?? 1) * every;
      const [year = 0, month = 1] = day.split('-').map(Number);
      const index = year * 12 + month - 1;
      const begins = index - (index % length);
      return [window(monthStart(begins), monthStart(begins + length))];
    }
  }
}
/** The last day of a window. */
export const lastDayOf = ({ dueAt }: Window): string => dayAt(dueAt.getTime() - 1);

/** A cycle in words: 每 2 小时（8 – 20 点，仅工作日）. */
export function cycleWords({ every, unit, from, to, days }: Cycle): string {
  const isHours = unit === 'hour';
  const more = [
    isHours && (from !== undefined || to !== undefined) ? `${from ?? 0} – ${to ?? 24} 点` : '',
    (isHours || unit === 'day') && days === 'workdays' ? dayKinds.workdays : '',
  ].filter(Boolean);
  return `每${every === 1 ? '' : ` ${every} `}${cycleUnits[unit]}${more.length > 0 ? `（${more.join('，')}）` : ''}`;
}
