import { numberText, percentText, shareText } from '@anlan/contract/domain/number-text';
import type { DangerStatistics } from '@anlan/contract/modules/danger/views';
import type { ReactNode } from 'react';
import { moneyText } from '#widgets/money.ts';
import { rowsOf, type Counted } from '../statistics.ts';
import { RowsLink } from './rows-link.tsx';

interface Props {
  read: DangerStatistics;
  area: { region: string | null };
}

export function StatisticsSums({ read, area }: Props) {
  const { total, sampled, samplePassed } = read;
  const count = (of: Counted, value: number, title: string, tone?: 'bad') =>
    value === 0 ? (
      <b title={title}>0</b>
    ) : (
      <b>
        <RowsLink to={rowsOf(of, read, area)} title={title} {...(tone ? { tone } : {})}>
          {numberText(value)}
        </RowsLink>
      </b>
    );
  return (
    <dl className="danger-sums">
      <Sum label="排查发现" note={total.costFen > 0 ? `自报整改资金 ${moneyText(total.costFen)}` : '按发现日期'}>
        {count('found', total.found, '这段时间发现、未作废的隐患')}
      </Sum>
      <Sum label="整改率" note={`已销号 ${numberText(total.accepted)} / ${numberText(total.found)} 项`}>
        <b title="这段时间发现的隐患中已销号的 ÷ 发现、未作废的隐患">{percentText(total.rate)}</b>
      </Sum>
      <Sum label="超期未改" note={`超期完成 ${numberText(total.late)} 项`}>
        {count('overdue', total.overdue, '这段时间发现、今天已过期限还没有提交整改的隐患', 'bad')}
      </Sum>
      <Sum label="重大隐患" note="含已销号">
        {count('major', total.major, '这段时间发现的重大隐患')}
      </Sum>
      <Sum label="重复隐患" note="同类别、同部位">
        {count('repeats', total.repeats, '此前同一部位出现过同类隐患的')}
      </Sum>
      <Sum
        label="抽样复核通过率"
        note={sampled === 0 ? '这段时间没有抽样复核' : `通过 ${samplePassed} / ${sampled} 项`}
      >
        <b title="这段时间抽中并已复核的销号隐患中，复核通过的占比">{shareText(samplePassed, sampled)}</b>
      </Sum>
    </dl>
  );
}

const Sum = ({ label, note, children }: { label: string; note: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      <small>{note}</small>
    </dd>
  </div>
);
