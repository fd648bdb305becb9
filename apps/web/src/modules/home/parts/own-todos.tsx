import { dayOf } from '@anlan/contract/domain/instant';
import { numberText } from '@anlan/contract/domain/number-text';
import { noticeMeasures } from '@anlan/contract/modules/notice/measures';
import { todoKinds } from '@anlan/contract/domain/todo';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { placeOf, verbOf } from '#widgets/todo-list/rules.ts';
import { waiting } from '../calls.ts';
import { dueWords, waitText } from '../rules.ts';

interface Props {
  title?: string;
}

export function OwnTodos({ title: heading = '我的待办' }: Props) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(waiting);
  // Use the fetch time: the page may stay open past midnight.
  const today = dayOf(new Date(dataUpdatedAt));
  return (
    <Card
      title={heading}
      note={data && data.total > 0 ? '按最紧迫在前，列 5 件' : undefined}
      more={
        <Link className="link" to="/bus/todo/index" data-measure={noticeMeasures.todos.key}>
          {data && data.total > 0 ? `全部 ${numberText(data.total)}${data.totalIsEstimate ? '+' : ''} 件` : '全部'}
        </Link>
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={188} />
      ) : data.rows.length === 0 ? (
        <Empty icon="check" title="今天没有待办">
          轮到您处理的隐患、复查、审核和到期事项会列在这里。
        </Empty>
      ) : (
        <ul className="rows short todo-rows">
          {data.rows.map(({ id, kind, act, title, path, dueOn, since }) => {
            const { text, tone } = dueWords(dueOn, today);
            return (
              <li key={id}>
                <span className={`tag sq tone-${tone}`}>{todoKinds[kind]}</span>
                <span className="what">
                  <Link className="link" to={placeOf(path)} state={startsFresh} title={title}>
                    {title}
                  </Link>
                </span>
                <span className="turn-of">{waitText(since, new Date(dataUpdatedAt))}</span>
                <span className={tone === 'red' ? 'when bad' : 'when'}>{text}</span>
                <Link
                  className="link act"
                  to={placeOf(path)}
                  state={startsFresh}
                  aria-label={`${verbOf({ act })}：${title}`}
                >
                  {verbOf({ act })}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
