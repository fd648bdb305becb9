import { wxStatMeasures as measures } from '@anlan/contract/modules/wx-stat/measures';
import type { WxStatDay } from '@anlan/contract/modules/wx-stat/views';
import { Chart } from '#widgets/chart/chart.tsx';
import type { ChartData } from '#widgets/chart/rules.ts';
import '#widgets/chart/chart.css';

const ignore = () => undefined;

/** Followers and messages of each day, oldest first. The table below has the same numbers. */
export function DayChart({ days }: { days: readonly WxStatDay[] }) {
  const inOrder = days.toReversed();
  const data: ChartData = {
    kind: 'line',
    stacked: false,
    unit: '',
    along: '日期',
    categories: inOrder.map(({ day }) => day.slice(5)),
    series: [
      { name: measures.followed.label, color: '--green', values: inOrder.map(({ followed }) => followed) },
      { name: measures.left.label, color: '--red', values: inOrder.map(({ left }) => left) },
      { name: measures.received.label, color: '--accent', values: inOrder.map(({ received }) => received) },
    ],
  };
  return <Chart label="每天的粉丝和消息" data={data} onDrawn={ignore} />;
}
