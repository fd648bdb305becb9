// The ledger of agreements; it stands low, because people agree before they have an account.
import { contentNames, type AgreementOccasion, type ContentType } from '@anlan/contract/modules/content/text';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../audit/index.ts';
import { insertAgreement, readPublished, readType } from './store.ts';

/** A version that was agreed to, by its id or by its number. */
export type Agreed = { readonly id: string } | { readonly type: ContentType; readonly edition: number };

/** Whose agreement it is, and to what they agreed. */
export interface Agreeing {
  occasion: AgreementOccasion;
  /** The versions that stood before the person. */
  texts: readonly Agreed[];
  userId?: string | null;
  enterpriseId?: string | null;
  /** Field of the form that is told of a version that is no longer in force. */
  field?: string | undefined;
}

/** Opens the ledger. */
export function createAgreements({ clock, audit }: { clock: Clock; audit: Pick<AuditModule, 'record'> }) {
  async function demand(tx: Tx, texts: readonly Agreed[], field = 'agreed') {
    const found = [];
    for (const text of texts) {
      const type = 'id' in text ? await readType(tx, text.id) : text.type;
      const now = type && (await readPublished(tx, type));
      const isInForce = now && ('id' in text ? now.id === text.id : now.edition === text.edition);
      if (!isInForce) {
        const msg = `《${type ? contentNames[type] : '协议'}》已更新，请重新阅读后再同意`;
        throw new AppError('conflict', msg, { errors: [{ field, msg }] });
      }
      found.push(now);
    }
    return found;
  }

  return {
    /** Refuses a version that is not in force with 409: what was published meanwhile has to be read first. */
    demand,
    /** Writes down, in the transaction of what it is for, that somebody agreed to versions that are in force. */
    async agreed(tx: Tx, { occasion, texts, userId = null, enterpriseId = null, field }: Agreeing): Promise<void> {
      for (const { id, type, title, edition } of await demand(tx, texts, field)) {
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

/** The ledger of agreements. */
export type Agreements = ReturnType<typeof createAgreements>;
