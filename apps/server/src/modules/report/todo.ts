// What reports make people do: enterprises report and report again, those who oversee them look.
import type { Source, Wanted } from '#kit/todo.ts';
import { waitingAfter, waitingOf, type WaitingReport } from './store.ts';

/** The screen of a report. */
export const pathOf = (id: string): string => `/bus/report/sheet?id=${id}`;

function wantedOf(row: WaitingReport): Wanted {
  const about = { subject: { type: 'report', id: row.id }, path: pathOf(row.id) };
  if (row.status === 'sent')
    return {
      ...about,
      kind: 'audit',
      title: `审核：${row.enterprise_name} ${row.title}`.slice(0, 80),
      since: row.sent_at ?? undefined,
      owner: {
        userType: 'regulator',
        permit: 'bus:report:audit',
        enterpriseId: row.enterprise_id,
        leadId: row.officer_id,
      },
    };
  return {
    ...about,
    kind: 'report',
    title: `${row.status === 'returned' ? '补报' : '填报'}：${row.title}`,
    dueOn: row.due_on,
    since: row.reviewed_at ?? undefined,
    owner: { userType: 'enterprise', permit: 'bus:report:edit', enterpriseId: row.enterprise_id },
  };
}

/** The source of to-dos about reports. */
export const reportSource: Source = {
  type: 'report',
  wanted: async (tx, ids) => (await waitingOf(tx, ids)).map(wantedOf),
  after: waitingAfter,
};
