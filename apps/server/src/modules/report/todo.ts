// To-dos of reports: enterprises submit and correct them, supervisors review them.
import type { TodoSource, OpenTask } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { waitingAfter, waitingOf, type WaitingReport } from './store.ts';

export const pathOf = (id: string): string => `/bus/report/sheet?id=${id}`;

type HeadsOf = (enterpriseId: string) => Promise<readonly string[]>;

async function wantedOf(row: WaitingReport, headsOf: HeadsOf): Promise<OpenTask> {
  const about = { subject: { type: 'report', id: row.id }, path: pathOf(row.id) };
  if (row.status === 'sent')
    return {
      ...about,
      kind: 'audit',
      act: 'report.accept',
      title: `审核：${row.enterprise_name} ${row.title}`.slice(0, 80),
      since: row.sent_at ?? undefined,
      owner: {
        userType: 'regulator',
        permit: 'bus:report:audit',
        enterpriseId: row.enterprise_id,
        leadId: row.officer_id,
      },
    };
  const heads = row.is_filled ? await headsOf(row.enterprise_id) : [];
  if (heads.length > 0)
    return {
      ...about,
      kind: 'report',
      act: 'report.send',
      title: `签名并上报：${row.title}`,
      dueOn: row.due_on,
      owner: { userIds: heads, enterpriseId: row.enterprise_id },
    };
  return {
    ...about,
    kind: 'report',
    act: 'report.update',
    title: `${row.status === 'returned' ? '补报' : '填报'}：${row.title}`,
    dueOn: row.due_on,
    since: row.reviewed_at ?? undefined,
    owner: { userType: 'enterprise', permit: 'bus:report:edit', enterpriseId: row.enterprise_id },
  };
}

type ByPost = (tx: Tx, enterpriseId: string, posts: ['head']) => Promise<readonly { userId: string | null }[]>;

export const reportSource = (byPost: ByPost): TodoSource => ({
  type: 'report',
  wanted: async (tx, ids) => {
    const heads = new Map<string, readonly string[]>();
    const headsOf = async (enterpriseId: string) => {
      const cached = heads.get(enterpriseId);
      if (cached) return cached;
      const read = (await byPost(tx, enterpriseId, ['head'])).flatMap(({ userId }) => userId ?? []);
      heads.set(enterpriseId, read);
      return read;
    };
    const wanted: OpenTask[] = [];
    for (const row of await waitingOf(tx, ids)) wanted.push(await wantedOf(row, headsOf));
    return wanted;
  },
  after: waitingAfter,
});
