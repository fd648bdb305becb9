import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseFieldName } from '@anlan/contract/modules/enterprise/fields';
import { AppError } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Needs } from './deps.ts';
import { openPhones } from './encrypted-phones.ts';
import { maskedFields } from './present.ts';
import { abilitiesOf, seesLabels, seesWhole } from './rules.ts';
import type { EnterpriseRow, findRow } from './store.ts';

export function createVisibility({ dictionaries, users, vault }: Needs<'dictionaries' | 'users' | 'vault'>) {
  /** Enterprises as answered to the caller. Phones are masked, except for people who edit their own enterprise. */
  async function present(tx: Tx, rows: EnterpriseRow[]): Promise<Enterprise[]> {
    const { scope } = tx;
    const regions = await dictionaries.regionPaths();
    const industries = await dictionaries.industryNames();
    const ids = rows.map((row) => row.officer_id);
    const officers = await users.names(tx, ids);
    const own = rows.some((row) => seesWhole(scope, row.id)) ? await vault.of(tx) : null;
    return rows.map((row) => {
      const presented: Omit<Enterprise, EnterpriseFieldName> = {
        id: row.id,
        version: row.version,
        abilities: abilitiesOf(scope, row),
        officerName: officers.get(row.officer_id ?? '') ?? null,
        regionName: regions.get(row.region_code) ?? null,
        industryName: industries.get(row.industry_code) ?? null,
        mergedInto: row.merged_into,
        createdAt: row.created_at,
      };
      const phones = own && seesWhole(scope, row.id) ? openPhones(own, row) : null;
      const labels = seesLabels(scope) ? row.labels : null;
      // The cast is safe: the columns have the names of the fields, and the answer is encoded by its schema.
      return { ...maskedFields(row), ...phones, labels, ...presented } as unknown as Enterprise;
    });
  }

  async function presentOne(tx: Tx, row: EnterpriseRow): Promise<Enterprise> {
    const [presented] = await present(tx, [row]);
    if (!presented) throw new AppError('notFound');
    return presented;
  }

  return {
    present,
    presentOne,
    async visible(tx: Tx, id: string, take: typeof findRow): Promise<EnterpriseRow> {
      const row = await take(tx, id);
      if (!row || row.removed_at !== null) throw new AppError('notFound');
      return row;
    },
    /** Throws a conflict for an outdated version. The error contains the current row, so that the user can compare. */
    async requireVersion(tx: Tx, row: EnterpriseRow, version: number | undefined) {
      if (version === undefined || version === row.version) return;
      throw new AppError('conflict', undefined, { current: await presentOne(tx, row) });
    },
  };
}

export type Visibility = ReturnType<typeof createVisibility>;
