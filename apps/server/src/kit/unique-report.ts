// Values that only one row of a tenant may have: refuses them with an error at the field.
import { AppError } from '#kernel/errors.ts';
import { seesAll, systemScope, type Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import type { Kit } from './ports.ts';
import type { Values } from './references.ts';

interface UniqueField<T> {
  readonly key: string;
  readonly label: string;
  readonly constraint: string;
  /** The row with this value that the scope of the transaction sees. */
  readonly find: (tx: Tx, value: unknown) => Promise<T | undefined>;
}
interface Unique<T> {
  /** Name of the resource in the audit of a lookup. */
  readonly name: string;
  readonly call: Parameters<Kit['lookups']['discloseExistence']>[1]['call'];
  readonly fields: readonly UniqueField<T>[];
  readonly present: (tx: Tx, row: T) => Promise<unknown>;
}

export function createUniqueReport<T>(
  { db, lookups }: Pick<Kit, 'db' | 'lookups'>,
  { name, call, fields, present }: Unique<T>,
) {
  const isTaken = ({ key: field, label }: UniqueField<T>, existing: unknown) => {
    const msg = `${label}已存在`;
    return new AppError('conflict', msg, { errors: [{ field, msg }], existing });
  };

  /** Whether a row that the caller cannot see has this value. Such lookups are limited per hour and audited (S95). */
  const isTakenByUnseenRow = async (scope: Scope, { find }: UniqueField<T>, value: unknown) =>
    !seesAll(scope) &&
    (await db.scoped(scope, async (tx) => {
      const all = systemScope(`unique ${name}`, scope.tenantId, scope);
      const anywhere = await db.read(all, (wide) => find(wide, value));
      // Checks last whether a visible row has the value. A visible row saved in the meantime would otherwise count as
      // invisible.
      if (anywhere !== undefined && (await find(tx, value)) !== undefined) return false;
      const what = { call, objectType: name, note: String(value) };
      return lookups.discloseExistence(tx, what, anywhere !== undefined);
    }));

  /** Runs a write. Reports a unique violation at its field, with the other row when the caller can see it. */
  return async function withUniqueReported<R>(scope: Scope, values: Values, work: () => Promise<R>): Promise<R> {
    for (const field of fields) {
      const value = values[field.key] ?? null;
      if (value !== null && (await isTakenByUnseenRow(scope, field, value))) throw isTaken(field, null);
    }
    try {
      return await work();
    } catch (error) {
      const broken = brokenConstraint(error);
      const field = fields.find(({ constraint }) => constraint === broken);
      const value = field && values[field.key];
      if (!field) throw error;
      const existing = await db.scoped(scope, async (tx) => {
        const row = value === undefined ? undefined : await field.find(tx, value);
        return row === undefined ? null : present(tx, row);
      });
      throw isTaken(field, existing);
    }
  };
}
