import { tickWidth, type ListColumn } from './columns.ts';

const lines = [0, 1, 2, 3, 4, 5, 6, 7];

interface Props<R, S extends string> {
  columns: readonly ListColumn<R, S>[];
  ticks: boolean;
  actionsWidth: number;
}

export function TableSkeleton<R, S extends string>({ columns, ticks, actionsWidth }: Props<R, S>) {
  const places = [
    ...(ticks ? [{ key: 'chosen', title: '', width: tickWidth }] : []),
    ...columns,
    { key: 'actions', title: '操作', width: actionsWidth },
  ];
  const grid = { gridTemplateColumns: places.map(({ width }) => `minmax(0, ${width}fr)`).join(' ') };
  return (
    <div className="list-bones" aria-hidden>
      <div style={grid}>
        {places.map(({ key, title }) => (
          <b key={key}>{title}</b>
        ))}
      </div>
      {lines.map((line) => (
        <div key={line} style={grid}>
          {places.map(({ key }) => (
            <span key={key}>
              <span className="list-bone" />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

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
