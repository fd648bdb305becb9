// Check cycles: an interval in hours, days, weeks and so on. Working hours and kinds of days can limit them.
import * as z from 'zod/mini';

export const cycleUnits = { hour: '小时', day: '天', week: '周', month: '个月', quarter: '季度', year: '年' } as const;
export type CycleUnit = keyof typeof cycleUnits;
export const dayKinds = { all: '每天', workdays: '仅工作日' } as const;

const units = Object.keys(cycleUnits) as [CycleUnit, ...CycleUnit[]];
const hour = z.int('请填写整点').check(z.gte(0, '时间应在 0 到 24 点之间'), z.lte(24, '时间应在 0 到 24 点之间'));
export const cycle = z
  .object({
    every: z.int('请填写间隔').check(z.gte(1, '间隔至少为 1'), z.lte(99, '间隔过大')),
    unit: z.enum(units, '请选择单位'),
    /** Hour at which work begins, for hourly cycles. */
    from: z.optional(hour),
    /** Hour at which work ends, for hourly cycles. */
    to: z.optional(hour),
    /** Which days count: all days or only workdays, for hourly and daily cycles. */
    days: z.optional(z.enum(['all', 'workdays'])),
  })
  .check(z.refine(({ from = 0, to = 24 }) => from < to, { error: '开始时间应早于结束时间', path: ['from'] }));
export type Cycle = z.output<typeof cycle>;

/** Layers of an enterprise that control a risk, highest first. */
export const controlLayers = ['company', 'department', 'team', 'post'] as const;
export type ControlLayer = (typeof controlLayers)[number];
/** Returns a layer and all lower layers, because lower layers also control the risks of an upper layer. */
export const layersFrom = (layer: ControlLayer): readonly ControlLayer[] =>
  controlLayers.slice(controlLayers.indexOf(layer));

/** Cycles of layers whose cycle differs from the cycle of the risk point. */
export const layerCycles = z.object({
  company: z.optional(cycle),
  department: z.optional(cycle),
  team: z.optional(cycle),
  post: z.optional(cycle),
});
export type LayerCycles = z.output<typeof layerCycles>;

/** Cycle for each item of the dictionary checkCycle. */
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
export const cycleFor = (layer: ControlLayer, preset: string, own: LayerCycles | null): Cycle =>
  own?.[layer] ?? presetCycles[preset] ?? daily;

export const layerWords: Readonly<Record<ControlLayer, string>> = {
  company: '公司级',
  department: '部门（车间）级',
  team: '班组级',
  post: '岗位级',
};

/** Time window of one check. The check can begin at `opensAt` and must be done before the window ends. */
export interface Window {
  readonly opensAt: Date;
  readonly dueAt: Date;
}
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Offset of Shanghai from UTC: 8 hours all year. */
const offsetMs = 8 * hourMs;
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`) - offsetMs;
const dayAt = (ms: number) => new Date(ms + offsetMs).toISOString().slice(0, 10);
const monthStart = (index: number) =>
  startOf(`${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`);
const months: Partial<Record<CycleUnit, number>> = { month: 1, quarter: 3, year: 12 };

/** Returns the windows of a cycle that include some part of the day. */
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
      // 2024-01-01 is a Monday, so weeks start on Monday.
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
export const lastDayOf = ({ dueAt }: Window): string => dayAt(dueAt.getTime() - 1);

/** Describes a cycle in words: 每 2 小时（8 – 20 点，仅工作日）. */
export function cycleWords({ every, unit, from, to, days }: Cycle): string {
  const isHours = unit === 'hour';
  const more = [
    isHours && (from !== undefined || to !== undefined) ? `${from ?? 0} – ${to ?? 24} 点` : '',
    (isHours || unit === 'day') && days === 'workdays' ? dayKinds.workdays : '',
  ].filter(Boolean);
  return `每${every === 1 ? '' : ` ${every} `}${cycleUnits[unit]}${more.length > 0 ? `（${more.join('，')}）` : ''}`;
}
