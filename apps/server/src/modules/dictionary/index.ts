/**
 * dictionary: dictionaries and their items (字典/字典项), administrative divisions, industries.
 * Platform rows are read by every tenant; a tenant may add rows of its own.
 * Regions and industries change with an edition, so they are kept in memory.
 */
import type { DictionaryItem, IndustrySection, Region } from '@anlan/contract/domain/dictionary';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { allRegions, readIndustries, readItems, readRegions, searchRegions } from './store.ts';

/** Opens the room dictionary. */
export function createDictionaryRoom({ db }: { db: Db }) {
  const byType = (scope: Scope, { type }: { type: string }): Promise<DictionaryItem[]> =>
    db.scoped(scope, async (tx) =>
      (await readItems(tx, type)).map(({ dict_id, code: _, ...item }) => ({ ...item, dictId: dict_id })),
    );

  let industries: Promise<IndustrySection[]> | null = null;
  async function loadIndustries(): Promise<IndustrySection[]> {
    const rows = await db.scoped(systemScope('industries', '0'), (tx) => readIndustries(tx));
    return rows
      .filter((row) => row.parent === null)
      .map((section) => ({
        code: section.code,
        name: section.name,
        children: rows
          .filter((row) => row.parent === section.code)
          .map(({ code, name, pinyin }) => ({ code, name, pinyin })),
      }));
  }

  const industryTree = () => {
    industries ??= loadIndustries().catch((error: unknown) => {
      industries = null;
      throw error;
    });
    return industries;
  };

  let regions: Promise<ReadonlyMap<string, string>> | null = null;
  const loadRegions = async () =>
    new Map((await db.scoped(systemScope('regions', '0'), allRegions)).map((region) => [region.code, region.path]));

  return {
    byType,
    grey: (scope: Scope) => byType(scope, { type: 'grey' }),
    regionChildren: (scope: Scope, { parent }: { parent?: string | undefined }): Promise<Region[]> =>
      db.scoped(scope, (tx) => readRegions(tx, parent === undefined || parent === '' ? null : parent)),
    regionSearch: (scope: Scope, { q }: { q: string }): Promise<Region[]> =>
      q === '' ? Promise.resolve([]) : db.scoped(scope, (tx) => searchRegions(tx, q)),
    industryTree: (_scope: Scope) => industryTree(),
    /** Full names of all regions by code. */
    regionPaths(): Promise<ReadonlyMap<string, string>> {
      regions ??= loadRegions().catch((error: unknown) => {
        regions = null;
        throw error;
      });
      return regions;
    },
    /** Names of industry divisions by code. */
    async industryNames(): Promise<Map<string, string>> {
      const sections = await industryTree();
      return new Map(sections.flatMap((section) => section.children.map((division) => [division.code, division.name])));
    },
    /** Codes, wire values and labels of a dictionary. */
    itemsOf: async (tx: Tx, type: string) => readItems(tx, type),
  };
}

/** The room dictionary. */
export type DictionaryRoom = ReturnType<typeof createDictionaryRoom>;
