import { Button } from 'antd';
import type { ReactNode } from 'react';
import { countOf, elsewhere, nothing, speaksOf, type Selection } from './selection.ts';

/** What a list needs to let rows be chosen. */
export interface Choosing<F> {
  chosen: Selection<F>;
  onChange: (next: Selection<F>) => void;
  /** What one counts rows by: 家. */
  counter: string;
  /** Buttons for what can be done with the chosen. */
  actions: ReactNode;
}

interface Props<F> extends Choosing<F> {
  filter: F;
  /** Keys of the rows that the page shows. */
  pageKeys: readonly string[];
  total: number;
  capped: boolean;
  /** Chooses all that the filter leaves. */
  onAll: () => void;
  /** Shows the filter again of which all are chosen. */
  onShow: (filter: F) => void;
}

const told = (count: number) => count.toLocaleString('zh-CN');

/** How much is chosen and where it stands, the way to choose more or nothing, and what can be done with it. */
export function SelectionBar<F>(props: Props<F>) {
  const { chosen, onChange, counter, actions, filter, pageKeys, total, capped, onAll, onShow } = props;
  const here = speaksOf(chosen, filter);
  const count = countOf(chosen);
  const away = here ? elsewhere(chosen, pageKeys) : 0;
  const plus = chosen.kind === 'all' && chosen.capped ? '+' : '';
  const more = chosen.kind === 'ids' && away === 0 && count === pageKeys.length && total > count;
  return (
    <div className="list-bulk" role="group" aria-label="已选择">
      <span role="status" className="list-chosen">
        {chosen.kind === 'all' && !here ? '已选另一筛选条件下的全部 ' : '已选 '}
        <b>
          {told(count)}
          {plus}
        </b>{' '}
        {counter}
        {here && away > 0 && `，其中 ${told(away)}${plus} ${counter}不在当前页`}
      </span>
      {more && (
        <Button type="link" onClick={onAll}>
          选择筛选结果的全部 {told(total)}
          {capped ? '+' : ''} {counter}
        </Button>
      )}
      {chosen.kind === 'all' && !here && (
        <Button type="link" onClick={() => onShow(chosen.filter)}>
          回到那个筛选
        </Button>
      )}
      <Button type="link" onClick={() => onChange(nothing)}>
        清空
      </Button>
      <span className="list-bulk-do">{actions}</span>
    </div>
  );
}
