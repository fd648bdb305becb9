import { expiryDates, type ExpiryItem } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { Tx } from '#platform/db/index.ts';
import * as store from './store.ts';

/** What of a file waits for somebody, as modules above are told. */
export interface PendingEnterprise {
  id: string;
  name: string;
  status: EnterpriseStatus;
  /** It came from somebody without an account, who has nobody to sign in as yet. */
  outside: boolean;
  officerId: string | null;
  /** When it came into its state. */
  since: Date;
  /** What runs out, soonest first, where somebody of its own works with the file. */
  expiries: { item: ExpiryItem; on: string }[];
}

/** What other modules ask of files that wait for somebody. */
export const createPending = () => ({
  /** How some files stand now; those that are gone are not among them. */
  waitingOf: async (tx: Tx, ids: readonly string[]): Promise<PendingEnterprise[]> =>
    (await store.rowsOf(tx, ids)).map((row) => ({
      id: row.id,
      name: row.name,
      status: row.status,
      outside: row.source === 'apply' && row.first_signed_in_at === null,
      officerId: row.officer_id,
      since: row.moved_at ?? row.updated_at,
      expiries:
        row.first_signed_in_at === null
          ? []
          : expiryDates({
              licenceTo: row.licence_to,
              standardTo: row.standard_to,
              policyTo: row.policy_to,
              transportLicenceTo: row.transport_licence_to,
              supervisionKind: row.supervision_kind,
            }),
    })),
  waitingAfter: store.idsAfter,
});
