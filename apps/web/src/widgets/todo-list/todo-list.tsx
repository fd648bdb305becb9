import { dayOf } from '@anlan/contract/domain/instant';
import { numberText } from '@anlan/contract/domain/number-text';
import { todoKinds, type Todo, type TodoKind, type TodoState } from '@anlan/contract/domain/todo';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Checkbox, Pagination, Segmented, Select } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { snoozeTodo, todoPage, todoQuery } from '#lib/todo-calls.ts';
import { lastPage } from '#ui/list/query.ts';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { Skeleton, Empty, LoadFailed, SlowNote } from '#ui/page-states.tsx';
import { queuesOf } from './queues.ts';
import { cut, groups } from './rules.ts';
import { TodoRow } from './todo-row.tsx';
import './todo-list.css';

const states: { value: TodoState; label: string }[] = [
  { value: 'open', label: '待办' },
  { value: 'snoozed', label: '稍后提醒' },
  { value: 'done', label: '已办' },
];
const kinds = Object.entries(todoKinds).map(([value, label]) => ({ value: value as TodoKind, label }));
const nothing: Readonly<Record<TodoState, string>> = {
  open: '今天没有待办',
  snoozed: '没有推迟提醒的事项',
  done: '还没有办结的事项',
};

const defaults = { size: 20, sort: [] };

export interface Together {
  act: NonNullable<Todo['act']>;
  rows: readonly Todo[];
  onDone: () => void;
}

interface ListProps {
  beside?: readonly string[];
  /** Draws the buttons that do the act of several selected to-dos. */
  together?: (selected: Together) => ReactNode;
}

/** Lists the to-dos of the user by deadline. Each links to its page. */
export function TodoList({ beside, together }: ListProps) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { input, setFilter, setPage } = useListQuery(todoQuery, defaults, beside);
  const { page, filter } = input;
  const { state: shownState = 'open', mine = false } = filter;
  const [kind] = filter.kind ?? [];
  const state = useQuery(todoPage(input));
  const snooze = useMutation({
    mutationFn: snoozeTodo,
    onSuccess: (_answer, { snoozedTo }) =>
      void message.success(snoozedTo === null ? '已恢复提醒' : `${snoozedTo} 再提醒您`),
    onSettled: () => {
      void refreshRedDots();
      return client.invalidateQueries({ queryKey: ['todo'] });
    },
  });
  // When the shown rows were read. While the next page loads, the time of the former page remains.
  const [readAt, setReadAt] = useState(0);
  if (state.dataUpdatedAt > readAt) setReadAt(state.dataUpdatedAt);
  const today = dayOf(new Date(readAt));
  const last = state.data && !state.isPlaceholderData ? lastPage(state.data.total, state.data.size) : undefined;
  // Finished to-dos leave the list, so the last page may disappear.
  useEffect(() => {
    if (last !== undefined && page > last) setPage(last);
  }, [last, page, setPage]);
  const rows = state.data?.rows;
  const choice = useChoice(rows ?? [], together !== undefined && shownState === 'open');
  const shown = (row: Todo) => (
    <TodoRow
      key={row.id}
      row={row}
      today={today}
      choosing={choice.of(row)}
      onSnooze={(snoozedTo) => {
        goOn(row.id);
        snooze.mutate({ id: row.id, snoozedTo });
      }}
    />
  );
  const narrowed = kind !== undefined || mine;
  return (
    <section className="todo-box" aria-label="待办列表" aria-busy={state.isFetching} tabIndex={-1}>
      <div className="todo-filters">
        <Segmented
          aria-label="状态"
          options={states}
          value={shownState}
          onChange={(next) => setFilter({ state: next === 'open' ? undefined : next })}
        />
        <Select
          className="todo-kind"
          aria-label="待办类型"
          placeholder="待办类型"
          allowClear
          options={kinds}
          value={kind ?? null}
          onChange={(next: TodoKind | null) => setFilter({ kind: next ? [next] : undefined })}
        />
        <Checkbox checked={mine} onChange={({ target }) => setFilter({ mine: target.checked || undefined })}>
          只看我负责的
        </Checkbox>
        {queuesOf(rows ?? []).map(({ label, to }) => (
          <Link key={to} className="btn todo-queue" to={to} state={startsFresh} title="一条接一条地办理，不用回到列表">
            {label}
          </Link>
        ))}
      </div>
      {choice.act && (
        <div className="todo-together" role="group" aria-label="一起办理">
          <span role="status">{`已选 ${choice.selected.length} 条`}</span>
          {choice.selected.length < choice.alike.length && (
            <Button type="link" onClick={() => choice.choose(choice.alike)}>
              {`选择本页同类的 ${choice.alike.length} 条`}
            </Button>
          )}
          <Button type="link" onClick={() => choice.choose([])}>
            清空
          </Button>
          {together?.({ act: choice.act, rows: choice.selected, onDone: () => choice.choose([]) })}
        </div>
      )}
      {state.error && rows === undefined ? (
        <LoadFailed error={state.error} onRetry={() => void state.refetch()} />
      ) : rows === undefined ? (
        <div className="todo-bones" role="status" aria-label="正在读取">
          <Skeleton height={56} />
          <Skeleton height={56} />
          <Skeleton height={56} />
          <SlowNote />
        </div>
      ) : rows.length === 0 ? (
        <Empty icon="check" title={narrowed ? '没有符合条件的事项' : nothing[shownState]} />
      ) : shownState === 'done' ? (
        <ul className="todo-rows">{rows.map(shown)}</ul>
      ) : (
        cut(rows, today).map((part) => (
          <Part
            key={part.group}
            title={groups[part.group]}
            late={part.group === 'late'}
            count={rows.length === state.data?.total ? part.rows.length : null}
          >
            {part.rows.map(shown)}
          </Part>
        ))
      )}
      {state.data && state.data.total > 0 && (
        <footer className="todo-foot">
          <span role="status">{`共 ${numberText(state.data.total)}${state.data.totalIsEstimate ? '+' : ''} 条`}</span>
          <Pagination
            size="small"
            hideOnSinglePage
            showSizeChanger={false}
            current={page}
            pageSize={state.data.size}
            total={state.data.total}
            onChange={(next) => setPage(next)}
          />
        </footer>
      )}
    </section>
  );
}

/** The selected to-dos. All have the same act, because they are done together. */
function useChoice(rows: readonly Todo[], isOffered: boolean) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const selected = isOffered ? rows.filter(({ id }) => ids.includes(id)) : [];
  const act = selected[0]?.act ?? null;
  const alike = rows.filter((row) => row.act !== null && row.act.name === act?.name);
  return {
    selected,
    act,
    alike,
    choose: (next: readonly Todo[]) => setIds(next.map(({ id }) => id)),
    of: (row: Todo) =>
      isOffered && row.act !== null && row.act.several !== null
        ? {
            isChosen: selected.includes(row),
            isDisabled: act !== null && row.act.name !== act.name,
            onChoose: (isChosen: boolean) =>
              setIds(isChosen ? [...selected.map(({ id }) => id), row.id] : ids.filter((id) => id !== row.id)),
          }
        : undefined,
  };
}

// The row with the focus is about to disappear: the focus moves to the next row, or stays in the list.
function goOn(id: string): void {
  const row = document.getElementById(`todo-${id}`)?.closest('li');
  const box = row?.closest<HTMLElement>('.todo-box');
  const rows = [...(box?.querySelectorAll('li:has([id^="todo-"])') ?? [])];
  const at = rows.findIndex((one) => one === row);
  const next = (rows[at + 1] ?? rows[at - 1])?.querySelector<HTMLElement>('button') ?? box;
  next?.focus({ preventScroll: true });
}

interface PartProps {
  title: string;
  late: boolean;
  /** Number of rows of the group; null if the group may continue on another page. */
  count: number | null;
  children: ReactNode;
}

function Part({ title, late, count, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={late ? 'todo-part late' : 'todo-part'}>
        {title}
        {count !== null && <small>{count}</small>}
      </h2>
      <ul className="todo-rows">{children}</ul>
    </section>
  );
}
