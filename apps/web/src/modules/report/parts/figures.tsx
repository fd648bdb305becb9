import { figureWords, type ReportFigure } from '@anlan/contract/modules/report/figure';
import { Link } from 'react-router';

const Amount = ({ of }: { of: ReportFigure }) => (
  <>
    <b>{figureWords(of)}</b> {of.value === null ? '' : of.unit}
  </>
);

interface Props {
  figures: readonly ReportFigure[];
  before: readonly ReportFigure[];
  /** Keys of numbers that changed while the page was open. They are highlighted. */
  changed?: ReadonlySet<string>;
}

export function Figures({ figures, before, changed }: Props) {
  const former = new Map(before.map((one) => [one.key, one]));
  return (
    <dl className="report-figures">
      {figures.map((one) => {
        const old = former.get(one.key);
        return (
          <div key={one.key} className={changed?.has(one.key) ? 'report-figure report-changed' : 'report-figure'}>
            <dt>
              {one.label}
              {one.href && (
                <Link to={one.href} title={`${one.from} 至 ${one.to} 的记录`} aria-label={`${one.label}：查看来源记录`}>
                  <span aria-hidden>↗</span>
                </Link>
              )}
            </dt>
            <dd>
              <Amount of={one} />
            </dd>
            <dd>
              <small>
                {one.note}
                {old && <span className="report-former">上期 {figureWords(old)}</span>}
              </small>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
