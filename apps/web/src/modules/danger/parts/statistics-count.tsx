import { numberText, percentText } from '@anlan/contract/domain/number-text';
import type { Measure } from '@anlan/contract/kit/measure';
import { moneyText } from '#widgets/money.ts';
import { RowsLink } from './rows-link.tsx';

interface Props {
  measure: Measure;
  value: number | null;
  /** Address of the counted dangers; null if no list can show them. */
  to: string | null;
  tone?: 'bad' | undefined;
}

function textOf({ unit }: Measure, value: number): string {
  if (unit === '元') return moneyText(value);
  if (unit === '%') return percentText(value);
  return `${numberText(value)}${unit === '天' ? ' 天' : ''}`;
}

/** A number of the statistics. It opens the counted dangers in the same tab. */
export function StatisticsCount({ measure, value, to, tone }: Props) {
  const { key, definition, unit } = measure;
  if (value === null || (value === 0 && unit === '元')) return <span className="kit-none">—</span>;
  if (value === 0)
    return (
      <span className="kit-none" title={definition} data-measure={key}>
        {textOf(measure, 0)}
      </span>
    );
  if (to === null)
    return (
      <span title={definition} data-measure={key}>
        {textOf(measure, value)}
      </span>
    );
  return (
    <RowsLink to={to} title={definition} measureKey={key} {...(tone ? { tone } : {})}>
      {textOf(measure, value)}
    </RowsLink>
  );
}
