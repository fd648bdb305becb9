import type { ListColumn } from './columns.ts';

const lines = [0, 1, 2, 3, 4, 5, 6, 7];

/** Grey bars in the place of rows that are on their way. */
export function TableSkeleton<R, S extends string>({ columns }: { columns: readonly ListColumn<R, S>[] }) {
  const grid = { gridTemplateColumns: columns.map(({ width }) => `${width}fr`).join(' ') };
  return (
    <div className="list-bones" aria-hidden>
      <div style={grid}>
        {columns.map(({ key, title }) => (
          <b key={key}>{title}</b>
        ))}
      </div>
      {lines.map((line) => (
        <div key={line} style={grid}>
          {columns.map(({ key }) => (
            <span key={key} className="list-bone" />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Grey bars in the place of cards that are on their way. */
export function CardSkeleton() {
  return (
    <ul className="list-cards" aria-hidden>
      {lines.slice(3).map((line) => (
        <li key={line}>
          <div className="list-card">
            <span className="list-bone" style={{ width: '70%' }} />
            <span className="list-bone" style={{ width: '45%' }} />
            <span className="list-bone" style={{ width: '60%' }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
