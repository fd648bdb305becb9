import type { Measure } from '@anlan/contract/kit/measure';
import { numberText } from '@anlan/contract/domain/number-text';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Skeleton } from '#ui/page-states.tsx';
import { unreadNote } from '../rules.ts';

interface Props {
  measure: Measure;
  note: string;
  tone?: 'bad' | 'good';
  count: UseQueryResult<number>;
  to?: string;
  /** Handles a click on the tile when its rows have no address to link to. */
  onShow?: () => void;
}

export function Tile({ measure, note, tone, count, to, onShow }: Props) {
  const { data, error, refetch } = count;
  const body = (
    <>
      <span className="tile-label">{measure.label}</span>
      <b data-measure={measure.key}>
        {data === undefined ? error ? '—' : <Skeleton width={72} height={30} /> : numberText(data)}
        {data !== undefined && <small>{measure.unit}</small>}
      </b>
      <em className={tone && data ? tone : ''}>{error ? unreadNote : note}</em>
    </>
  );
  if (error)
    return (
      <button type="button" className="card tile" onClick={() => void refetch()} title="重试">
        {body}
      </button>
    );
  return to ? (
    <Link className="card tile" to={to} title={measure.definition}>
      {body}
    </Link>
  ) : (
    <button type="button" className="card tile" onClick={onShow} title={measure.definition}>
      {body}
    </button>
  );
}
