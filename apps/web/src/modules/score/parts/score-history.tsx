import { enterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import type { ScoreCard } from '@anlan/contract/modules/score/score';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { scoreOnDay } from '#lib/score-calls.ts';
import { scoreText } from '#widgets/score/rules.ts';
import { ColorReasons, ScoreParts } from '#widgets/score/score-card.tsx';

type Props = Pick<ScoreCard, 'enterpriseId' | 'days'> & { minParts: number };

export function ScoreDays({ enterpriseId, days, minParts }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  if (days.length === 0) return <Empty icon="clock" title="还没有保存过的评分，今晚会保存第一次" />;
  return (
    <ul className="score-days">
      {days.map(({ day, score, color }) => (
        <li key={day}>
          <button type="button" aria-expanded={open === day} onClick={() => setOpen(open === day ? null : day)}>
            <span>{day}</span>
            <b>{scoreText(score)}</b>
            <DictTag type="enterpriseColor" value={color} codes={enterpriseColor} />
            <span className="link">{open === day ? '收起' : '看当天'}</span>
          </button>
          {open === day && <OneDay enterpriseId={enterpriseId} day={day} minParts={minParts} />}
        </li>
      ))}
    </ul>
  );
}

function OneDay({ enterpriseId, day, minParts }: { enterpriseId: string; day: string; minParts: number }) {
  const { data, error, refetch } = useQuery(scoreOnDay(enterpriseId, day));
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={180} />;
  return (
    <div className="score-panel">
      <ColorReasons of={data} />
      <ScoreParts of={data} note={`${day} 结束时`} minParts={minParts} />
    </div>
  );
}
