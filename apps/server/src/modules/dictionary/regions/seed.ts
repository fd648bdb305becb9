import type { Tx } from '#platform/db/index.ts';
import { initials } from '#platform/pinyin/index.ts';
import { pathBelow } from './rules.ts';
import { districtRow, insertOwn } from './store.ts';

// The first streets, up to this number, get grids.
const gridded = 2;
const gridNames = ['第一网格', '第二网格', '第三网格'];

/** Creates demo streets below a district; the first ones have grids. Returns the codes by name. */
export async function seedStreets(tx: Tx, parent: string, names: readonly string[]): Promise<Map<string, string>> {
  const district = await districtRow(tx, parent);
  if (!district) throw new Error(`no district ${parent}`);
  const insert = async (code: string, name: string, upper: { code: string; path: string }) => {
    const path = pathBelow(upper.path, name);
    await insertOwn(tx, {
      tenant_id: tx.scope.tenantId,
      code,
      name,
      parent: upper.code,
      level: code.length === 9 ? 4 : 5,
      leaf: true,
      pinyin: await initials(name),
      path,
    });
    return { code, path };
  };
  const codes = new Map<string, string>();
  for (const [at, name] of names.entries()) {
    const street = await insert(`${parent}${String(at + 1).padStart(3, '0')}`, name, district);
    codes.set(name, street.code);
    if (at < gridded)
      for (const [number, grid] of gridNames.entries())
        await insert(`${street.code}${String(number + 1).padStart(3, '0')}`, grid, street);
  }
  return codes;
}
