import type { ApplicantInfo } from '@anlan/contract/modules/enterprise/lifecycle';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { Scope } from '#kernel/scope.ts';
import type { Needs } from '../deps.ts';
import { requireVisible } from '../require-visible.ts';
import type { createEnterpriseReference } from '../reference/service.ts';
import { openApplicant } from './rules.ts';
import { findOfEnterprise } from './store.ts';

export const createApplied = (
  { db, vault }: Needs<'db' | 'vault'>,
  reference: Pick<ReturnType<typeof createEnterpriseReference>, 'cards'>,
) => ({
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
