import { figureWords } from '@anlan/contract/modules/report/figure';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { sumText } from '#widgets/money.ts';
import { comparedReports } from '../calls.ts';

export function Compare({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(comparedReports(id));
  const labels = new Map(
    (data ?? []).flatMap(({ figures }) => figures.map(({ key, label, unit }) => [key, `${label}（${unit}）`])),
  );
  return (
    <TabDrawer open size={860} title="比较月份" onClose={onClose}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data?.length === 0 && <Empty title="还没有上报过，没有可以比较的月份" />}
      {data && data.length > 0 && (
        // Focusable, so that the arrow keys can scroll a table wider than the screen.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="report-compare" tabIndex={0} role="region" aria-label="各月数据">
          <table>
            <thead>
              <tr>
                <th scope="col">系统数据</th>
                {data.map((one) => (
                  <th key={one.id} scope="col">
                    {one.period}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...labels].map(([key, label]) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {data.map((one) => {
                    const figure = one.figures.find((candidate) => candidate.key === key);
                    return <td key={one.id}>{figure ? figureWords(figure) : '—'}</td>;
                  })}
                </tr>
              ))}
              {data.some(({ investmentFen }) => investmentFen !== null) && (
                <tr>
                  <th scope="row">自报安全投入（元）</th>
                  {data.map((one) => (
                    <td key={one.id}>{one.investmentFen === null ? '—' : sumText(one.investmentFen)}</td>
                  ))}
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
    </TabDrawer>
  );
}
