import { formatInstant } from '@anlan/contract/domain/instant';
import { todoKinds, type Todo } from '@anlan/contract/domain/todo';
import { Button, Checkbox, Tag } from 'antd';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { dueText, placeOf, snoozeChoices, verbOf } from './rules.ts';

interface Props {
  row: Todo;
  today: string;
  onSnooze: (day: string | null) => void;
  /** Absent if the to-do cannot be done together with others. */
  choosing?: { isChosen: boolean; isDisabled: boolean; onChoose: (isChosen: boolean) => void } | undefined;
}

const moment = (at: Date) => formatInstant(at).slice(0, 16);

export function TodoRow({ row, today, onSnooze, choosing }: Props) {
  const { id, kind, title, enterpriseName, path, turn, since, dueOn, snoozedTo, doneAt, doneBy } = row;
  const done = doneAt !== null;
  const late = !done && dueOn !== null && dueOn < today;
  const put = snoozedTo !== null && snoozedTo > today;
  return (
    <li className="todo-row">
      {choosing && (
        <Checkbox
          aria-label={`选择：${title}`}
          checked={choosing.isChosen}
          disabled={choosing.isDisabled}
          onChange={({ target }) => choosing.onChoose(target.checked)}
        />
      )}
      <Tag className="todo-tag">{todoKinds[kind]}</Tag>
      <div className="todo-what">
        <span className="todo-title" id={`todo-${id}`} title={title}>
          {title}
        </span>
        <small>
          {enterpriseName !== null && !title.includes(enterpriseName) && <span>{enterpriseName}</span>}
          {done ? (
            <span>{`${doneBy ?? '系统'} 于 ${moment(doneAt)} 办结`}</span>
          ) : (
            <>
              <span>{`轮到${turn}，自 ${moment(since)}`}</span>
              {dueOn && <span className={late ? 'late' : undefined}>{dueText(dueOn, today)}</span>}
              {put && <span>{`${snoozedTo} 再提醒`}</span>}
            </>
          )}
        </small>
      </div>
      <div className="todo-acts">
        {!done &&
          (put ? (
            <Button type="link" onClick={() => onSnooze(null)} aria-describedby={`todo-${id}`}>
              恢复提醒
            </Button>
          ) : (
            <DropMenu
              within="section"
              items={snoozeChoices(today).map(({ day, label }) => ({ key: day, label: `${label}（${day.slice(5)}）` }))}
              onChoose={onSnooze}
            >
              <Button type="text" className="todo-later" aria-label={`稍后提醒：${title}`}>
                稍后提醒
              </Button>
            </DropMenu>
          ))}
        <Link
          className={done ? 'btn' : 'btn todo-go'}
          to={placeOf(path)}
          state={startsFresh}
          aria-describedby={`todo-${id}`}
        >
          {done ? '查看' : verbOf(row)}
        </Link>
      </div>
    </li>
  );
}
