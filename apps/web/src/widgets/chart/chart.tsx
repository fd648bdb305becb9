import { useEffect, useRef } from 'react';
import { isMotionReduced, useTheme } from '#lib/theme.ts';
import { chartIn, type ChartInk, type DrawnChart } from './engine.ts';
import type { ChartData } from './rules.ts';

interface Props {
  label: string;
  data: ChartData;
  onDrawn: (picture: () => string) => void;
}

function inkOf({ series }: ChartData): ChartInk {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: of('--ink'),
    quiet: of('--ink-3'),
    line: of('--line'),
    ground: of('--raised'),
    series: series.map(({ color }) => of(color)),
    calm: isMotionReduced(),
  };
}

/** The drawing of a chart. Screen reader users read the data table beside it. */
export function Chart({ label, data, onDrawn }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart | null>(null);
  const theme = useTheme();
  useEffect(() => {
    if (!box.current) return;
    const drawn = chartIn(box.current);
    chart.current = drawn;
    const watch = new ResizeObserver(() => drawn.fit());
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      chart.current = null;
      drawn.end();
    };
  }, []);
  useEffect(() => {
    const drawn = chart.current;
    if (!drawn) return;
    const ink = inkOf(data);
    drawn.draw(data, ink);
    onDrawn(() => drawn.picture(ink.ground));
  }, [data, theme, onDrawn]);
  return <div ref={box} className="chart-box" role="img" aria-label={`${label}，数字见下表`} />;
}
