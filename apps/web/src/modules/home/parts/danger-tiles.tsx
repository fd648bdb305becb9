import { numberText } from '@anlan/contract/domain/number-text';
import type { RegulatorHome } from '@anlan/contract/modules/home/home';
import { homeNumbers } from '@anlan/contract/modules/home/number-definitions';
import type { UseQueryResult } from '@tanstack/react-query';
import { FigureTile } from './figure-tile.tsx';

const tiles: readonly {
  of: 'overdue' | 'recheck' | 'openMajor' | 'expiring';
  label?: string;
  note: (home: RegulatorHome) => string;
  tone: (home: RegulatorHome) => boolean;
}[] = [
  {
    of: 'overdue',
    note: ({ overdue, overdueEnterprises, overdueLongest, overdueToday }) =>
      overdue.value === 0
        ? '没有超期的隐患'
        : `涉及 ${overdueEnterprises} 家，最久 ${overdueLongest ?? 0} 天 · 今天新增 ${overdueToday}`,
    tone: () => true,
  },
  {
    of: 'recheck',
    label: '待监管复查',
    note: ({ recheck, recheckLate }) =>
      recheckLate > 0
        ? `${recheckLate} 项已超 5 个工作日，计入监管方`
        : recheck.value === 0
          ? '没有等待复查的隐患'
          : '都在 5 个工作日内',
    tone: ({ recheckLate }) => recheckLate > 0,
  },
  { of: 'openMajor', note: ({ listed }) => `挂牌 ${numberText(listed.value)}`, tone: () => false },
  {
    of: 'expiring',
    note: ({ expired }) => (expired.value === 0 ? '没有已过期的事项' : `另有已过期 ${numberText(expired.value)} 件`),
    tone: ({ expired }) => (expired.value ?? 0) > 0,
  },
];

export function DangerTiles({ home: { data, error, refetch } }: { home: UseQueryResult<RegulatorHome> }) {
  return (
    <div className="tiles four">
      {tiles.map(({ of, label, note, tone }) => (
        <FigureTile
          key={of}
          label={label ?? homeNumbers[of].label}
          unit={homeNumbers[of].unit}
          meaning={homeNumbers[of].definition}
          note={data ? note(data) : ''}
          {...(data && tone(data) ? { tone: 'bad' as const } : {})}
          figure={data?.[of]}
          error={error}
          onRetry={() => void refetch()}
        />
      ))}
    </div>
  );
}
