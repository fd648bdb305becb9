import { numberText } from '@anlan/contract/domain/number-text';
import type { Figure } from '@anlan/contract/modules/enterprise/statistics';
import { useId } from 'react';
import { Link } from 'react-router';
import { Skeleton } from '#ui/page-states.tsx';
import { definitionOf, unreadNote } from '../rules.ts';

interface Props {
  label: string;
  unit: string;
  meaning: string;
  note: string;
  tone?: 'bad' | 'good';
  figure: Figure | undefined;
  error: Error | null;
  onRetry: () => void;
}

export function FigureTile({ label, unit, meaning, note, tone, figure, error, onRetry }: Props) {
  const id = useId();
  const body = (
    <>
      <span className="tile-label">{label}</span>
      <b>
        {figure ? numberText(figure.value) : error ? '—' : <Skeleton width={72} height={30} />}
        {figure && figure.value !== null && <small>{unit}</small>}
      </b>
      <em className={tone && figure?.value ? tone : ''}>{error && !figure ? unreadNote : note}</em>
    </>
  );
  if (!figure)
    return error ? (
      <button type="button" className="card tile" onClick={onRetry} title="重试">
        {body}
      </button>
    ) : (
      <div className="card tile">{body}</div>
    );
  return (
    <div className="tile-holder">
      {figure.href === null ? (
        <div className="card tile">{body}</div>
      ) : (
        <Link className="card tile" to={figure.href} aria-describedby={id}>
          {body}
        </Link>
      )}
      <div role="tooltip" id={id} className="tile-meaning">
        {definitionOf(figure, meaning).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
