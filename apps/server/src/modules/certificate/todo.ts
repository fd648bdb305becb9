// Certificate to-dos: a safety manager checks submissions, the holder resubmits returned certificates.
import { holderOf, type TodoSource } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { waitingAfter, waitingCertificates } from './todo-store.ts';

export interface TodoDeps {
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly ('safetyManager' | 'head')[],
  ) => Promise<readonly { userId: string | null }[]>;
}

export const certificateSource = ({ byPost }: TodoDeps): TodoSource => ({
  type: 'certificate',
  async wanted(tx, ids) {
    const keepers = new Map<string, string[]>();
    const keepersOf = async (enterpriseId: string) => {
      const cachedIds = keepers.get(enterpriseId);
      if (cachedIds) return cachedIds;
      const managerIds = (await byPost(tx, enterpriseId, ['safetyManager'])).flatMap(({ userId }) => userId ?? []);
      keepers.set(enterpriseId, managerIds);
      return managerIds;
    };
    const wanted = [];
    for (const row of await waitingCertificates(tx, ids)) {
      const subject = { type: 'certificate', id: row.id };
      if (row.status === 'returned') {
        if (row.userId !== null)
          wanted.push({
            kind: 'confirm' as const,
            act: 'certificate.submit' as const,
            title: `重新上传证件：${row.name}`,
            subject,
            path: '/bus/certificate/mine',
            owner: { userIds: [row.userId], enterpriseId: row.enterpriseId },
          });
        continue;
      }
      const userIds = await keepersOf(row.enterpriseId);
      wanted.push({
        kind: 'audit' as const,
        act: 'certificate.verify' as const,
        title: `核验证件：${row.name}`,
        subject,
        path: `/bus/certificate/index?record=${row.id}`,
        owner: holderOf(userIds, 'bus:certificate:edit', row.enterpriseId),
      });
    }
    return wanted;
  },
  after: waitingAfter,
});
