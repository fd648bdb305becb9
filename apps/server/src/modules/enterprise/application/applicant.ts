import type { ApplicantInfo } from '@anlan/contract/modules/enterprise/lifecycle';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { requireVisible } from '../require-visible.ts';
import type { createEnterpriseReference } from '../reference/service.ts';
import { openApplicant } from './rules.ts';
import { findOfEnterprise } from './store.ts';

interface AppliedDeps {
  db: Db;
  vault: Pick<Vault, 'of'>;
  reference: Pick<ReturnType<typeof createEnterpriseReference>, 'cards'>;
}

export const createApplied = ({ db, vault, reference }: AppliedDeps) => ({
  applied: (scope: Scope, { id }: { id: string }): Promise<ApplicantInfo | null> =>
    db.scoped(
      scope,
      async (tx) => {
        await requireVisible(tx, reference, id);
        const row = await findOfEnterprise(tx, id);
        if (!row) return null;
        const { number, applicant, submitted_at: submittedAt } = row;
        return { number, applicant, phone: maskPhone(openApplicant(await vault.of(tx), row)), submittedAt };
      },
      { readOnly: true },
    ),
});
