// What certificates make people do: a keeper checks what was sent in, its holder sends in anew what was returned.
import type { Source } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { waitingAfter, waitingCertificates } from './todo-store.ts';

/** What the source depends on. */
export interface TodoDeps {
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly ('safetyManager' | 'head')[],
  ) => Promise<readonly { userId: string | null }[]>;
}

/** Makes the source of to-dos about certificates. */
export const certificateSource = ({ byPost }: TodoDeps): Source => ({
  type: 'certificate',
  async wanted(tx, ids) {
    const keepers = new Map<string, string[]>();
    const keepersOf = async (enterpriseId: string) => {
      const known = keepers.get(enterpriseId);
      if (known) return known;
      const found = (await byPost(tx, enterpriseId, ['safetyManager'])).flatMap(({ userId }) => userId ?? []);
      keepers.set(enterpriseId, found);
      return found;
    };
    const wanted = [];
    for (const row of await waitingCertificates(tx, ids)) {
      const subject = { type: 'certificate', id: row.id };
      if (row.status === 'returned') {
        if (row.userId !== null)
          wanted.push({
            kind: 'confirm' as const,
            title: `重新上传证件：${row.name}`,
            subject,
            path: '/bus/certificate/mine',
            owner: { userIds: [row.userId] },
          });
        continue;
      }
      const userIds = await keepersOf(row.enterpriseId);
      wanted.push({
        kind: 'audit' as const,
        title: `核验证件：${row.name}`,
        subject,
        path: `/bus/certificate/index?id=${row.id}`,
        owner:
          userIds.length > 0
            ? { userIds }
            : {
                userType: 'enterprise' as const,
                permit: 'bus:certificate:edit' as const,
                enterpriseId: row.enterpriseId,
              },
      });
    }
    return wanted;
  },
  after: waitingAfter,
});
