import type { EnterpriseFields } from '@anlan/contract/domain/enterprise';
import { invalid } from '#kernel/errors.ts';
import { isInRegions } from '#kernel/regions.ts';
import type { Tx } from '#platform/db/index.ts';
import type { DictionaryRoom } from '../../dictionary/index.ts';

type Place = Partial<Pick<EnterpriseFields, 'regionCode' | 'townCode' | 'town'>>;

/** Nobody enters an enterprise where they do not oversee it, nor moves one there; the policies would refuse it. */
function demandOverseen(tx: Tx, { regionCode, townCode }: Place) {
  if (regionCode === undefined || isInRegions(tx.scope.regions, townCode || regionCode)) return;
  throw invalid({ field: 'regionCode', msg: '不在您的数据范围内，请选择所辖区域内的行政区划' });
}

/**
 * Brings street, its name and the region of a file together: a code is the tenant's own and lies in the region, and its
 * name is the server's to write; a street typed as text stands alone.
 */
export async function settleTown<F extends Place>(
  tx: Tx,
  dictionaries: Pick<DictionaryRoom, 'townOf'>,
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
  dictionaries: Pick<DictionaryRoom, 'townOf'>,
  before: Place,
  fields: F,
): Promise<F> {
  const region = fields.regionCode ?? before.regionCode ?? '';
  const { townCode } = fields;
  if (townCode) {
    if (!townCode.startsWith(region)) throw invalid({ field: 'townCode', msg: '街道网格不在所选的行政区划内' });
    const found = await dictionaries.townOf(tx, townCode);
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
