import { numberText } from '@anlan/contract/domain/number-text';
import { addressesOf, type Measure } from '@anlan/contract/kit/measure';
import { foundMeasures } from '@anlan/contract/modules/danger/statistics-measures';
import type { DangerStatistics } from '@anlan/contract/modules/danger/views';
import { moneyText } from '#widgets/money.ts';
import { StatisticsCount } from './statistics-count.tsx';

interface Props {
  read: DangerStatistics;
  area: string | undefined;
}
const { foundInPeriod, acceptedRate, overdueInPeriod, majorInPeriod, repeatsInPeriod, samplePassed } = foundMeasures;

export function StatisticsSums({ read, area }: Props) {
  const { total, sampled, samplePassed: passed, sampleRate } = read;
  const sum = (measure: Measure, value: number | null, note: string, tone?: 'bad') => (
    <div>
      <dt>{measure.label}</dt>
      <dd>
        <b>
          <StatisticsCount
            measure={measure}
            value={value}
            to={addressesOf(measure, { today: read.to, area, days: read })?.rows ?? null}
            tone={tone}
          />
        </b>
        <small>{note}</small>
      </dd>
    </div>
  );
  return (
    <dl className="danger-sums">
      {sum(foundInPeriod, total.found, total.costFen > 0 ? `自报整改资金 ${moneyText(total.costFen)}` : '按发现日期')}
      {sum(acceptedRate, total.rate, `已销号 ${numberText(total.accepted)} / ${numberText(total.found)} 项`)}
      {sum(overdueInPeriod, total.overdue, `超期完成 ${numberText(total.late)} 项`, 'bad')}
      {sum(majorInPeriod, total.major, '含已销号')}
      {sum(repeatsInPeriod, total.repeats, '同类别、同部位')}
      {sum(samplePassed, sampleRate, sampled === 0 ? '这段时间没有抽样复核' : `通过 ${passed} / ${sampled} 项`)}
    </dl>
  );
}
