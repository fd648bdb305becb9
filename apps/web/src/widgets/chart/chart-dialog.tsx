import { Button } from 'antd';
import { Suspense, useCallback, useRef } from 'react';
import { saveMade } from '#lib/download.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { cellText, sumsOf, type ChartData } from './rules.ts';
import './chart.css';

const Chart = lazyPart(async () => (await import('./chart.tsx')).Chart);

interface Props {
  title: string;
  note: string;
  data: ChartData;
  onClose: () => void;
}

export function ChartDialog({ title, note, data, onClose }: Props) {
  const picture = useRef<(() => string) | null>(null);
  const drawn = useCallback((take: () => string) => {
    picture.current = take;
  }, []);
  const { along, categories, series, stacked, unit } = data;
  const sums = sumsOf(data);
  const save = () => picture.current && saveMade(picture.current(), `${title}.svg`);
  return (
    <TabModal
      open
      title={title}
      width={920}
      onCancel={onClose}
      footer={<Button onClick={save}>保存图片</Button>}
      destroyOnHidden
    >
      <p className="chart-note">{`${note}，单位：${unit}`}</p>
      <Suspense fallback={<Skeleton height={320} />}>
        <Chart label={title} data={data} onDrawn={drawn} />
      </Suspense>
      <div className="chart-table">
        <table aria-label={`${title}的数字`}>
          <thead>
            <tr>
              <th scope="col">{along}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {stacked && <th scope="col">合计</th>}
            </tr>
          </thead>
          <tbody>
            {categories.map((name, at) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map((row) => (
                  <td key={row.name}>{cellText(row.values[at])}</td>
                ))}
                {stacked && <td>{cellText(sums[at])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TabModal>
  );
}
