import type { EnterpriseFields } from '@anlan/contract/modules/enterprise/enterprise';
import { invalid } from '#kernel/errors.ts';
import { isInRegions } from '#kernel/regions.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import { changesOf, columnsOf } from '../present.ts';
import { codesUp, townLeft, type StandingTown } from './rules.ts';
import * as store from './store.ts';

/** Files that one statement writes. */
const atOnce = 1_000;

type Place = Partial<Pick<EnterpriseFields, 'regionCode' | 'townCode' | 'town'>>;

/** Nobody enters an enterprise where they do not oversee it, nor moves one there; the policies would refuse it. */
function demandOverseen(tx: Tx, { regionCode, townCode }: Place) {
  if (regionCode === undefined || isInRegions(tx.scope.regions, townCode || regionCode)) return;
  throw invalid({ field: 'regionCode', msg: '不在您的数据范围内，请选择所辖区域内的行政区划' });
}

/**
 * Keeps a street from being renamed or removed until the transaction ends. Asked for before the file that names it is
 * held: whoever changes a street holds it first and the files in it afterwards.
 */
export async function holdTown(
  tx: Tx,
  dictionaries: Pick<DictionaryModule, 'townsOf'>,
  townCode: string | null | undefined,
): Promise<void> {
  if (townCode) await dictionaries.townsOf(tx, codesUp(townCode));
}

/**
 * Brings street, its name and the region of a file together: a code is the tenant's own and lies in the region, and its
 * name is the server's to write; a street typed as text stands alone.
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
    const found = (await dictionaries.townsOf(tx, [townCode])).get(townCode);
    if (!found || (!found.enabled && before.townCode !== townCode))
      throw invalid({ field: 'townCode', msg: '没有这个街道或网格，请从列表中选择' });
    return { ...fields, town: found.name };
  }
  const old = before.townCode;
  if (townCode === null || !old) return fields;
  const isTyped = fields.town !== undefined && fields.town !== before.town;
  if (isTyped) return { ...fields, townCode: null };
  // The enterprise has moved to another division: the old street's name goes with its code.
  return old.startsWith(region) ? fields : { ...fields, townCode: null, town: null };
}

/** The street of a file as it is now, where it may have got another name or be gone; only what is different. */
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

/** A street or grid that has changed, what an address says of it, and the row of the audit that tells so. */
interface ChangedTown {
  code: string;
  name: string;
  auditId: string;
}

/** What streets and grids ask of the files in them, and do to them. */
export function createTowns({ audit }: { audit: Pick<AuditModule, 'recordAll'> }) {
  /** Writes where held files stand from now on, with an entry in the history of each, so many at a time. */
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
    /** Whether an enterprise stands in a street or grid; one that was removed does not. */
    standsIn: store.standsIn,
    /** The streets right below a district, or the grids right below a street, that files carry. */
    townsCarried: store.carriedBelow,
    /** Says the name of a street or grid on the enterprises in it. */
    async townRenamed(tx: Tx, { code, name, auditId }: ChangedTown): Promise<void> {
      const files = await store.holdOtherwiseNamed(tx, code, name);
      await write(tx, files, { town: name }, { call: 'enterprise.townRenamed', parentId: auditId });
    },
    /**
     * Takes a street or grid that is gone from files that were removed: they can come back, and its code can become
     * another one's. Those of a grid are in its street then; of a street they keep the name, which is where they lie.
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
