// Links for people without an account (S83, S97). A link opens one row, expires, can be revoked, and is limited per
// network. The secret is shown once; only its hash is stored.
import { createHash, randomBytes } from 'node:crypto';
import type { LearningLink } from '@anlan/contract/modules/learning/public-links';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { endLinks, insertLink, linkBy, linkIn, linksOf, type LinkKind } from './learning-link-store.ts';

const dayMs = 86_400_000;
const most = 20;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export interface LinkTarget {
  enterpriseId: string;
  subjectId: string;
}

export function createLinks({
  kit: { db, clock, audit },
  call,
  kind,
}: {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit'>;
  call: 'trainingPlan' | 'learningTask';
  kind: LinkKind;
}) {
  async function make(tx: Tx, { enterpriseId, subjectId }: LinkTarget, days: number) {
    const now = clock.now();
    const living = (await linksOf(tx, kind, subjectId)).filter(
      ({ revokedAt, expiresAt }) => !revokedAt && expiresAt > now,
    );
    if (living.length >= most) throw new AppError('invalid', `最多同时有 ${most} 个有效链接，请先撤销不用的`);
    const token = randomBytes(32).toString('base64url');
    const id = newId();
    const expiresAt = new Date(now.getTime() + days * dayMs);
    await insertLink(tx, { id, enterpriseId, kind, subjectId, tokenHash: hashOf(token), expiresAt, at: now });
    return { id, token, expiresAt };
  }
  return {
    make,
    end: (tx: Tx, subjectId: string) => endLinks(tx, { kind, subjectId }, clock.now()),
    /** The valid link with this secret. Throws the same error for every fault, so that guessing reveals nothing. */
    async by(tx: Tx, token: string) {
      const link = await linkBy(tx, kind, hashOf(token), clock.now());
      if (!link) throw new AppError('notFound', '链接已失效，请向安全员索取新链接');
      return link;
    },
    kept: (targetOf: (tx: Tx, id: string) => Promise<LinkTarget | undefined>) => {
      async function demand(tx: Tx, id: string): Promise<LinkTarget> {
        const target = await targetOf(tx, id);
        if (!target) throw new AppError('notFound');
        return target;
      }
      return {
        links: (scope: Scope, { id }: { id: string }): Promise<LearningLink[]> =>
          db.read(scope, async (tx) => linksOf(tx, kind, (await demand(tx, id)).subjectId)),
        makeLink: (scope: Scope, { id, days }: { id: string; days: number }) =>
          db.scoped(scope, async (tx) => {
            const target = await demand(tx, id);
            const made = await make(tx, target, days);
            await audit.record(tx, {
              call: `${call}.makeLink`,
              objectType: call,
              objectId: id,
              enterpriseId: target.enterpriseId,
              note: `${days} 天`,
            });
            return made;
          }),
        revokeLink: (scope: Scope, { id }: { id: string }): Promise<null> =>
          db.scoped(scope, async (tx) => {
            const link = await linkIn(tx, kind, id);
            if (!link) throw new AppError('notFound');
            await endLinks(tx, { kind, id }, clock.now());
            await audit.record(tx, { call: `${call}.revokeLink`, objectType: call, enterpriseId: link.enterpriseId });
            return null;
          }),
      };
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
