import { expiryDates, type ExpiryItem } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { Tx } from '#platform/db/index.ts';
import * as store from './store.ts';

export interface PendingEnterprise {
  id: string;
  name: string;
  status: EnterpriseStatus;
  /** True for an application without an account, so that no user of the enterprise can sign in. */
  outside: boolean;
  officerId: string | null;
  /** Time of the last state change. */
  since: Date;
  /** Expiring items, soonest first. Filled only if staff of the enterprise have an account. */
  expiries: { item: ExpiryItem; on: string }[];
}

export const createPending = () => ({
  /** Pending enterprises by id. Removed enterprises are left out. */
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
