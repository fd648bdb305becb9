import type { EnterpriseFields } from '@anlan/contract/modules/enterprise/enterprise';
import { invalid } from '#kernel/errors.ts';
import { isInRegions } from '#kernel/regions.ts';
import type { Tx } from '#platform/db/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import type { Needs } from '../deps.ts';
import { changesOf, columnsOf } from '../present.ts';
import { codesUp, townLeft, type StandingTown } from './rules.ts';
import * as store from './store.ts';

/** Enterprises per UPDATE statement. */
const atOnce = 1_000;

type Place = Partial<Pick<EnterpriseFields, 'regionCode' | 'townCode' | 'town'>>;

/** Refuses a region outside the caller's scope; row policies would refuse it too. */
function demandOverseen(tx: Tx, { regionCode, townCode }: Place) {
  if (regionCode === undefined || isInRegions(tx.scope.regions, townCode || regionCode)) return;
  throw invalid({ field: 'regionCode', msg: '不在您的数据范围内，请选择所辖区域内的行政区划' });
}

/**
 * Locks the street until the transaction ends. Call it before locking an enterprise, because street changes lock in
 * this order.
 */
export async function lockTown(
  tx: Tx,
  dictionaries: Pick<DictionaryModule, 'townsOf'>,
  townCode: string | null | undefined,
): Promise<void> {
  if (townCode) await dictionaries.townsOf(tx, codesUp(townCode));
}

/**
 * Makes street code, street name and region of an enterprise consistent. A code must belong to the tenant and lie in
 * the region. The server writes the name of a code; a street without a code is plain text.
 */
export async function settleTown<F extends Place>(
  tx: Tx,
  dictionaries: Pick<DictionaryModule, 'townsOf'>,
  before: Place,
  fields: F,
): Promise<F> {
  const settled = await together(tx, dictionaries, before, fields);
  const { regionCode, townCode } = settled;
  if (regionCode !== undefined || townCode !== undefined)
    demandOverseen(tx, {
      regionCode: regionCode ?? before.regionCode,
      townCode: townCode === undefined ? before.townCode : townCode,
    });
  return settled;
}

async function together<F extends Place>(
  tx: Tx,
  dictionaries: Pick<DictionaryModule, 'townsOf'>,
  before: Place,
  fields: F,
): Promise<F> {
  const region = fields.regionCode ?? before.regionCode ?? '';
  const { townCode } = fields;
  if (townCode) {
    if (!townCode.startsWith(region)) throw invalid({ field: 'townCode', msg: '街道网格不在所选的行政区划内' });
    const offeredTown = (await dictionaries.townsOf(tx, [townCode])).get(townCode);
    if (!offeredTown || (!offeredTown.enabled && before.townCode !== townCode))
      throw invalid({ field: 'townCode', msg: '没有这个街道或网格，请从列表中选择' });
    return { ...fields, town: offeredTown.name };
  }
  const old = before.townCode;
  if (townCode === null || !old) return fields;
  const isTyped = fields.town !== undefined && fields.town !== before.town;
  if (isTyped) return { ...fields, townCode: null };
  // If the enterprise moved to another division, clear the street.
  return old.startsWith(region) ? fields : { ...fields, townCode: null, town: null };
}

/** Street fields that must change because the street was renamed or removed. */
export async function townNow(
  tx: Tx,
  dictionaries: Pick<DictionaryModule, 'townsOf'>,
  { townCode, town }: Place,
): Promise<Partial<StandingTown>> {
  if (!townCode) return {};
  const left = townLeft(await dictionaries.townsOf(tx, codesUp(townCode)), { townCode, town: town ?? null });
  return {
    ...(left.townCode === townCode ? {} : { townCode: left.townCode }),
    ...(left.town === town ? {} : { town: left.town }),
  };
}

/** A changed street or grid with its address text and audit row. */
interface ChangedTown {
  code: string;
  name: string;
  auditId: string;
}

export function createTowns({ audit }: Needs<'audit'>) {
  /** Writes the new street of locked enterprises in batches, each with an audit row. */
  async function write(
    tx: Tx,
    files: readonly store.InTown[],
    now: { town?: string; townCode?: string | null },
    entry: { call: string; parentId: string; note?: string },
  ) {
    for (let from = 0; from < files.length; from += atOnce) {
      const some = files.slice(from, from + atOnce);
      await store.writeTown(
        tx,
        some.map(({ id }) => id),
        columnsOf(now),
      );
      await audit.recordAll(
        tx,
        some.map(({ id, town, town_code: townCode }) => ({
          ...entry,
          objectType: 'enterprise',
          objectId: id,
          enterpriseId: id,
          changes: changesOf({ town, townCode }, now),
        })),
      );
    }
  }

  return {
    /** Whether enterprises use the street. Removed enterprises do not count. */
    standsIn: store.standsIn,
    /** Codes directly below `parent` that enterprises use. */
    townsCarried: store.carriedBelow,
    async townRenamed(tx: Tx, { code, name, auditId }: ChangedTown): Promise<void> {
      const files = await store.lockWithOtherName(tx, code, name);
      await write(tx, files, { town: name }, { call: 'enterprise.townRenamed', parentId: auditId });
    },
    /**
     * Removes a deleted street or grid from removed enterprises, because they can be restored and the code can be
     * reused. A grid is replaced by its street; the name of a street remains as text.
     */
    async townRemoved(
      tx: Tx,
      { code, name, auditId, upper }: ChangedTown & { upper: { code: string; name: string } | null },
    ): Promise<void> {
      const now = upper ? { townCode: upper.code, town: upper.name } : { townCode: null };
      const entry = { call: 'enterprise.townRemoved', parentId: auditId, note: `“${name}”已删除` };
      await write(tx, await store.holdRemoved(tx, code), now, entry);
    },
  };
}
