// Consents to published texts. This is a low-level module, because people agree before they have an account.
import { contentNames, type AgreementOccasion, type ContentType } from '@anlan/contract/modules/content/text';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../audit/index.ts';
import { insertAgreement, readPublished, readType } from './store.ts';

export type VersionReference = { readonly id: string } | { readonly type: ContentType; readonly edition: number };

export interface Consent {
  occasion: AgreementOccasion;
  texts: readonly VersionReference[];
  userId?: string | null;
  enterpriseId?: string | null;
  /** Form field at which to show that the version is outdated. */
  field?: string | undefined;
}

export function createAgreements({ clock, audit }: { clock: Clock; audit: Pick<AuditModule, 'record'> }) {
  async function requireCurrentVersions(tx: Tx, texts: readonly VersionReference[], field = 'agreed') {
    const agreedVersions = [];
    for (const text of texts) {
      const type = 'id' in text ? await readType(tx, text.id) : text.type;
      const now = type && (await readPublished(tx, type));
      const isInForce = now && ('id' in text ? now.id === text.id : now.edition === text.edition);
      if (!isInForce) {
        const msg = `《${type ? contentNames[type] : '协议'}》已更新，请重新阅读后再同意`;
        throw new AppError('conflict', msg, { errors: [{ field, msg }] });
      }
      agreedVersions.push(now);
    }
    return agreedVersions;
  }

  return {
    /** Throws 409 for a version that is not in force: the person must read the new version first. */
    demand: requireCurrentVersions,
    /** Records the consent in the caller's transaction. */
    async recordConsent(
      tx: Tx,
      { occasion, texts, userId = null, enterpriseId = null, field }: Consent,
    ): Promise<void> {
      for (const { id, type, title, edition } of await requireCurrentVersions(tx, texts, field)) {
        await insertAgreement(tx, {
          id: newId(),
          content_id: id,
          type,
          edition: edition ?? 0,
          title,
          occasion,
          user_id: userId,
          enterprise_id: enterpriseId,
          agreed_at: clock.now(),
        });
        await audit.record(tx, {
          call: 'contentInfo.agree',
          objectType: enterpriseId === null ? 'user' : 'enterprise',
          objectId: enterpriseId ?? userId ?? id,
          enterpriseId,
          userId: userId ?? undefined,
          note: `《${title}》第 ${edition} 版`,
        });
      }
    },
  };
}

export type Agreements = ReturnType<typeof createAgreements>;
