import { dayOf } from '@anlan/contract/domain/instant';
import { todoKinds } from '@anlan/contract/domain/todo';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { beginsAnew } from '#lib/anew.ts';
import { Card } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';
import { placeOf } from '#widgets/todo-list/rules.ts';
import { waiting } from '../calls.ts';
import { dueWords } from '../rules.ts';

/** 我的待办: what waits for the person, nearest deadline first; each row leads to where it is done. */
export function OwnTodos() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(waiting);
  // Home stays open over midnight; it is read anew each minute.
  const today = dayOf(new Date(dataUpdatedAt));
  return (
    <Card
      title="我的待办"
      note={data && data.total > 0 ? `${data.total}${data.totalIsEstimate ? '+' : ''}` : undefined}
      more={
        <Link className="link" to="/bus/todo/index">
          全部
        </Link>
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Bones height={188} />
      ) : data.rows.length === 0 ? (
        <Empty icon="check" title="今天没有待办" />
      ) : (
        <ul className="rows short">
          {data.rows.map(({ id, kind, title, path, dueOn }) => {
            const { text, tone } = dueWords(dueOn, today);
            return (
              <li key={id}>
                <span className={`tag sq tone-${tone}`}>{todoKinds[kind]}</span>
                <span className="what">
                  <Link className="link" to={placeOf(path)} state={beginsAnew} title={title}>
                    {title}
                  </Link>
                </span>
                <span className={tone === 'red' ? 'when bad' : 'when'}>{text}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
