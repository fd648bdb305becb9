// To-dos of accidents: begin the investigation, record the four requirements (四不放过), close the case.
import type { TodoAct } from '@anlan/contract/domain/todo-acts';
import { holderOf, type OpenTask, type TodoSource } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { isGrave } from './rules.ts';
import { waitingAfter, waitingOf, type WaitingAccident } from './store.ts';

const permit = 'bus:accident:investigate' as const;
type Recorders = (tx: Tx, enterpriseId: string) => Promise<readonly string[]>;

/** The first requirement that is not recorded; null if all are. */
const missingRecord = ({ cause, liability, measures, education }: WaitingAccident): TodoAct | null => {
  if (!cause) return 'accident.cause';
  if (!liability) return 'accident.liability';
  if (!measures) return 'accident.measures';
  return education ? null : 'accident.education';
};

function wantedOf(row: WaitingAccident, userIds: readonly string[]): OpenTask[] {
  const enterpriseId = row.enterprise_id;
  const about = {
    subject: { type: 'accident', id: row.id },
    path: `/bus/accident/index?record=${row.id}`,
    dueOn: row.close_due_on,
  };
  const regulators: OpenTask['owner'] = { userType: 'regulator', permit, enterpriseId };
  const enterprise: OpenTask['owner'] = holderOf(userIds, permit, enterpriseId);
  if (row.status === 'reported')
    return [
      { ...about, kind: 'confirm', act: 'accident.investigate', title: `事故上报：${row.title}`, owner: regulators },
      { ...about, kind: 'check', act: 'accident.investigate', title: `开始事故调查：${row.title}`, owner: enterprise },
    ];
  const missing = missingRecord(row);
  if (missing !== null)
    return [{ ...about, kind: 'check', act: missing, title: `事故调查：${row.title}`, owner: enterprise }];
  const owner = isGrave({ deaths: row.deaths, grade: row.grade }) ? regulators : enterprise;
  return [{ ...about, kind: 'check', act: 'accident.close', title: `事故结案：${row.title}`, owner }];
}

export const accidentSource = (recorders: Recorders): TodoSource => ({
  type: 'accident',
  wanted: async (tx, ids) => {
    const wanted: OpenTask[] = [];
    for (const row of await waitingOf(tx, ids)) wanted.push(...wantedOf(row, await recorders(tx, row.enterprise_id)));
    return wanted;
  },
  after: waitingAfter,
});
