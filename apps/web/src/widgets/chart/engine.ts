import { countText } from '@anlan/contract/domain/number-text';
import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as withParts } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartData } from './rules.ts';

withParts([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, AriaComponent, SVGRenderer]);

export interface ChartInk {
  text: string;
  quiet: string;
  line: string;
  ground: string;
  series: readonly string[];
  calm: boolean;
}

export interface DrawnChart {
  draw: (data: ChartData, ink: ChartInk) => void;
  fit: () => void;
  /** Exports the chart as a picture; `ground` is its background colour. */
  picture: (ground: string) => string;
  end: () => void;
}

const fontFamily = 'inherit';

/** Draws a chart into an element. The series have patterns, so they can be distinguished without colour. */
export function chartIn(box: HTMLElement): DrawnChart {
  const chart = init(box, null, { renderer: 'svg' });
  return {
    draw({ kind, stacked, unit, categories, series }, ink) {
      chart.setOption(
        {
          animation: !ink.calm,
          animationDuration: 240,
          textStyle: { fontFamily, color: ink.text },
          color: [...ink.series],
          aria: { enabled: true, decal: { show: series.length > 1 } },
          grid: { left: 8, right: 16, top: series.length > 1 ? 44 : 16, bottom: 8, outerBoundsMode: 'same' },
          legend: {
            show: series.length > 1,
            top: 0,
            left: 0,
            itemWidth: 14,
            itemHeight: 10,
            textStyle: { color: ink.text },
            inactiveColor: ink.quiet,
          },
          // Enterprise and region names are user input: never insert them as markup.
          tooltip: {
            trigger: 'axis',
            renderMode: 'richText',
            axisPointer: { type: kind === 'bar' ? 'shadow' : 'line' },
            backgroundColor: ink.ground,
            borderColor: ink.line,
            textStyle: { color: ink.text, fontSize: 13 },
            valueFormatter: (value: unknown) => (typeof value === 'number' ? countText(value, unit) : '—'),
          },
          xAxis: {
            type: 'category',
            data: [...categories],
            axisLine: { lineStyle: { color: ink.line } },
            axisTick: { show: false },
            axisLabel: { color: ink.quiet, fontSize: 12, hideOverlap: true },
          },
          yAxis: {
            type: 'value',
            minInterval: unit === '%' ? 0 : 1,
            splitLine: { lineStyle: { color: ink.line } },
            axisLabel: { color: ink.quiet, fontSize: 12 },
          },
          series: series.map(({ name, values }) => ({
            name,
            type: kind,
            data: [...values],
            ...(stacked ? { stack: 'all' } : {}),
            ...(kind === 'bar' ? { barMaxWidth: 36 } : { showSymbol: categories.length < 32 }),
          })),
        },
        true,
      );
    },
    fit: () => chart.resize(),
    picture: (ground) => chart.getDataURL({ type: 'svg', backgroundColor: ground }),
    end: () => chart.dispose(),
  };
}
