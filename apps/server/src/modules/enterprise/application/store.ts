import type { Selectable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';

/** Tables of applications. `application_number` belongs to the HTTP layer. */
interface ApplicationTables {
  enterprise_application: {
    tenant_id: string;
    id: string;
    enterprise_id: string;
    number: string;
    phone_sealed: string | null;
    /** Blind index of the phone, to search the encrypted value. */
    phone_index: string | null;
    applicant: string;
    submitted_at: Date;
    decided_at: Date | null;
    user_id: string | null;
  };
  application_number: { tenant_id: string; number: string };
}

const on = tables<ApplicationTables>();

export type ApplicationRow = Selectable<ApplicationTables['enterprise_application']>;

export const insertApplication = (tx: Tx, row: Omit<ApplicationRow, 'tenant_id' | 'decided_at' | 'user_id'>) =>
  on(tx)
    .insertInto('enterprise_application')
    .values({ ...row, tenant_id: tx.scope.tenantId, decided_at: null, user_id: null })
    .execute();

const own = (tx: Tx) => on(tx).selectFrom('enterprise_application').where('tenant_id', '=', tx.scope.tenantId);

export const findByNumber = (tx: Tx, number: string): Promise<ApplicationRow | undefined> =>
  own(tx).selectAll().where('number', '=', number).executeTakeFirst();

export const findApplication = (tx: Tx, id: string): Promise<ApplicationRow | undefined> =>
  own(tx).selectAll().where('id', '=', id).executeTakeFirst();

export const findOfEnterprise = (tx: Tx, enterpriseId: string): Promise<ApplicationRow | undefined> =>
  own(tx).selectAll().where('enterprise_id', '=', enterpriseId).executeTakeFirst();

export const changeApplication = (
  tx: Tx,
  id: string,
  change: Partial<Pick<ApplicationRow, 'applicant' | 'submitted_at' | 'decided_at' | 'user_id'>>,
) =>
  on(tx)
    .updateTable('enterprise_application')
    .set(change)
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .execute();

/** Stores an application number. Needs the scope of the HTTP layer. */
export const keepNumber = (tx: Tx, row: ApplicationTables['application_number']) =>
  on(tx).insertInto('application_number').values(row).execute();

/** The tenant of an application number. Needs the scope of the HTTP layer. */
export const tenantOfNumber = async (tx: Tx, number: string): Promise<string | undefined> =>
  (await on(tx).selectFrom('application_number').select('tenant_id').where('number', '=', number).executeTakeFirst())
    ?.tenant_id;
