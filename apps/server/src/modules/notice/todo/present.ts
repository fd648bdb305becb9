import { actSpecOf, type TodoAct } from '@anlan/contract/domain/todo-acts';
import type { Todo } from '@anlan/contract/domain/todo';
import { turnText } from './rules.ts';
import type { ListedTodo } from './store.ts';

function presentAct(name: TodoAct): NonNullable<Todo['act']> {
  const { verb, several = null } = actSpecOf(name);
  return { name, verb, several };
}

export function presentTodo(row: ListedTodo, userId: string | null, names: ReadonlyMap<string, string>): Todo {
  const mine = row.lead_id !== null && row.lead_id === userId;
  const lead = row.lead_id === null ? undefined : names.get(row.lead_id);
  return {
    id: row.id,
    kind: row.kind,
    act: row.act === null ? null : presentAct(row.act),
    subjectId: row.subject_id,
    title: row.title,
    enterpriseName: row.enterprise_name,
    path: row.path,
    mine,
    turn: mine ? '我' : (lead ?? (row.user_type === null ? '' : turnText[row.user_type])),
    since: row.since,
    dueOn: row.due_on,
    snoozedTo: row.until_on,
    doneAt: row.done_at,
    doneBy: row.done_by_name,
  };
}
