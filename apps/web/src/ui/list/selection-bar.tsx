import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ColumnUse } from './columns.ts';
import { countOf, countElsewhere, emptySelection, coversFilter, type Selection } from './selection.ts';

export interface Choosing<F> {
  value: Selection<F>;
  onChange: (next: Selection<F>) => void;
  counter: string;
  actions: ReactNode | ((columns: ColumnUse) => ReactNode);
}

interface Props<F> extends Omit<Choosing<F>, 'actions'> {
  actions: ReactNode;
  filter: F;
  pageKeys: readonly string[];
  total: number;
  capped: boolean;
  onAll: () => void;
  onShow: (filter: F) => void;
}

const countText = (count: number) => count.toLocaleString('zh-CN');

export function SelectionBar<F>(props: Props<F>) {
  const { value: chosen, onChange, counter, actions, filter, pageKeys, total, capped, onAll, onShow } = props;
  const here = coversFilter(chosen, filter);
  const count = countOf(chosen);
  const away = here ? countElsewhere(chosen, pageKeys) : 0;
  const plus = chosen.kind === 'all' && chosen.capped ? '+' : '';
  const more = chosen.kind === 'ids' && away === 0 && count === pageKeys.length && total > count;
  return (
    <div className="list-bulk" role="group" aria-label="已选择">
      <span role="status" className="list-chosen">
        {chosen.kind === 'all' && !here ? '已选另一筛选条件下的全部 ' : '已选 '}
        <b>
          {countText(count)}
          {plus}
        </b>{' '}
        {counter}
        {here && away > 0 && `，其中 ${countText(away)}${plus} ${counter}不在当前页`}
      </span>
      {more && (
        <Button type="link" onClick={onAll}>
          选择筛选结果的全部 {countText(total)}
          {capped ? '+' : ''} {counter}
        </Button>
      )}
      {chosen.kind === 'all' && !here && (
        <Button type="link" onClick={() => onShow(chosen.filter)}>
          回到那个筛选
        </Button>
      )}
      <Button type="link" onClick={() => onChange(emptySelection)}>
        清空
      </Button>
      <span className="list-bulk-do">{actions}</span>
    </div>
  );
}
