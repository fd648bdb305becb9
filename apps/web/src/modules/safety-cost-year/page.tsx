import { percentText } from '@anlan/contract/domain/number-text';
import { safetyCostYearCalls } from '@anlan/contract/modules/safety-cost/calls';
import { safetyCostYear, type SafetyCostYear } from '@anlan/contract/modules/safety-cost/resource';
import { Link } from 'react-router';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { moneyText } from '#widgets/money.ts';
import { page } from './index.ts';

const linesOf = ({ enterpriseId, year }: SafetyCostYear, tab: 'drawn' | 'spent') =>
  `/bus/safetyCost/index?${new URLSearchParams({
    tab,
    enterpriseId,
    happenedOnFrom: `${year}-01-01`,
    happenedOnTo: `${year}-12-31`,
  })}`;

const Sum = ({ row, of }: { row: SafetyCostYear; of: 'drawn' | 'spent' }) => {
  const [fen, share, word] =
    of === 'drawn' ? [row.drawnFen, row.drawnShare, '提取'] : [row.spentFen, row.spentShare, '使用'];
  return fen ? (
    <span className="list-two">
      <Link className="link" to={linesOf(row, of)}>
        {word} {moneyText(fen)}
      </Link>
      {share !== null && <small>{percentText(share)}</small>}
    </span>
  ) : (
    `${word} 0 元`
  );
};

/** 安全费用年度账: safety expenses of a year. Required amount by industry rate, amounts drawn, spent and remaining. */
export const Screen = resourcePage(safetyCostYear, safetyCostYearCalls, {
  ...page,
  columns: [
    title({ width: 172 }),
    tag('trade', { width: 150 }),
    one('dueFen', { width: 172 }),
    column<SafetyCostYear>('drawnFen', '自报已提取（进度）', (row) => <Sum row={row} of="drawn" />, {
      width: 148,
      align: 'right',
    }),
    one('behind', { width: 80 }),
    column<SafetyCostYear>('spentFen', '自报已使用（使用率）', (row) => <Sum row={row} of="spent" />, {
      width: 148,
      align: 'right',
    }),
    one('balanceFen', { width: 104 }),
    one('enterpriseId'),
    one('year', { width: 90, extra: true }),
  ],
  filters: ['year', 'trade', 'enterpriseId'],
  form: {
    rows: ['enterpriseId', ['year', 'trade'], ['basisFen', 'openingFen'], 'remark'],
  },
  empty: '还没有年度账。填写行业和计提依据，全年应提金额按标准计算。',
});
