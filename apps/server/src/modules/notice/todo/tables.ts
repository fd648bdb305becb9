import type { TodoAct } from '@anlan/contract/domain/todo-acts';
import type { TodoKind } from '@anlan/contract/domain/todo';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Permit } from '@anlan/contract/permits';

interface Common {
  tenant_id: string;
  id: string;
  kind: TodoKind;
  /** Null: opened by an earlier release. The hourly repair sets it. */
  act: TodoAct | null;
  subject_type: string;
  subject_id: string;
  title: string;
  path: string;
  due_on: string | null;
  since: Date;
  done_at: Date | null;
  done_by: string | null;
  done_by_name: string | null;
}

export interface TodoTables {
  todo: Common & { enterprise_id: string; user_type: UserType; permit: Permit; lead_id: string | null };
  own_todo: Common & { user_id: string; subject_enterprise_id: string | null };
  todo_snooze: { tenant_id: string; user_id: string; todo_id: string; until_on: string };
}
