import { numberText } from '@anlan/contract/domain/number-text';
import type { Measure } from '@anlan/contract/kit/measure';
import type { Figure } from '@anlan/contract/kit/figure';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Skeleton } from '#ui/page-states.tsx';
import { meaningOf, ShareParts } from '#widgets/measured.tsx';
import { unreadNote } from '../rules.ts';

interface Props {
  measure: Measure;
  /** Text below the number. A share shows its parts there. Other than a string, it may contain links. */
  note?: ReactNode;
  tone?: 'bad' | 'good';
  figure: Figure | undefined;
  error: Error | null;
  onRetry: () => void;
}

export function FigureTile({ measure, note, tone, figure, error, onRetry }: Props) {
  const id = useId();
  const head = (
    <>
      <span className="tile-label">{measure.label}</span>
      <b data-measure={measure.key}>
        {figure ? numberText(figure.value) : error ? '—' : <Skeleton width={72} height={30} />}
        {figure && figure.value !== null && <small>{measure.unit}</small>}
      </b>
    </>
  );
  const isShare = measure.kind === 'share';
  const foot = (
    <em className={tone && figure?.value ? tone : ''}>
      {error && !figure ? (
        unreadNote
      ) : isShare && figure ? (
        <ShareParts measure={measure} figure={figure} />
      ) : (
        (note ?? '　')
      )}
    </em>
  );
  if (!figure)
    return error ? (
      <button type="button" className="card tile" onClick={onRetry} title="重试">
        {head}
        {foot}
      </button>
    ) : (
      <div className="card tile">
        {head}
        {foot}
      </div>
    );
  return (
    <div className="tile-holder">
      {figure.href === null ? (
        <div className="card tile">
          {head}
          {foot}
        </div>
      ) : isShare || typeof note !== 'string' ? (
        <div className="card tile">
          <Link className="tile-head" to={figure.href} aria-describedby={id}>
            {head}
          </Link>
          {foot}
        </div>
      ) : (
        <Link className="card tile" to={figure.href} aria-describedby={id}>
          {head}
          {foot}
        </Link>
      )}
      <div role="tooltip" id={id} className="tile-meaning">
        {meaningOf(measure, figure).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
