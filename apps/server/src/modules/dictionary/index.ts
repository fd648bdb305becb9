/**
 * dictionary: dictionaries and their items (字典/字典项), administrative divisions, industries. Every tenant reads the rows
 * of the platform and may add its own, such as streets and grids (regions/). Divisions and industries of the platform
 * change only with a release, so they are cached in memory.
 */
import { dictionaryCalls } from '@anlan/contract/modules/dictionary/calls';
import { defineModule, serve } from '#kit/module.ts';
import type { DictionaryItem, IndustrySection, Region } from '@anlan/contract/modules/dictionary/dictionary';
import { userType, type UserType } from '@anlan/contract/modules/session/session';
import { userTypeLabels } from '@anlan/contract/modules/user/labels';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { createBus, type Bus } from '#platform/bus/index.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { townName } from './regions/rules.ts';
import { lockAllAgainstRemoval, ownPage, ownPath } from './regions/store.ts';
import { allRegions, endedRegions, readIndustries, readItems, readRegions, searchRegions } from './store.ts';
import { createWords } from './item-cache.ts';

export { createDictionaryAdmin } from './admin/service.ts';
export { createOwnRegions } from './regions/service.ts';

export interface Town {
  name: string;
  enabled: boolean;
}

function userTypesIn(items: readonly { value: string; label: string }[]): Record<UserType, string> {
  const word = (kind: UserType) => items.find(({ value }) => value === userType[kind])?.label ?? userTypeLabels[kind];
  return {
    regulator: word('regulator'),
    enterprise: word('enterprise'),
    shop: word('shop'),
    platform: word('platform'),
  };
}

export function createDictionaryModule({
  db,
  bus = createBus(null),
  clock = systemClock,
}: {
  db: Db;
  bus?: Bus;
  clock?: Clock;
}) {
  const wordsOf = createWords({ db, bus, clock });

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

  let ended: Promise<ReadonlyMap<string, { name: string; replacement: string }>> | null = null;
  const loadEnded = async () =>
    new Map(
      (await db.scoped(systemScope('regions', '0'), endedRegions)).map(({ code, name, replacement }) => [
        code,
        { name, replacement: replacement ?? '' },
      ]),
    );

  const regionPaths = (): Promise<ReadonlyMap<string, string>> => {
    regions ??= loadRegions().catch((error: unknown) => {
      regions = null;
      throw error;
    });
    return regions;
  };

  return {
    byType: (scope: Scope, { type }: { type: string }): Promise<DictionaryItem[]> => wordsOf(scope, type),
    /** The enabled item of the dictionary `grey` (grey page mode, ST-08). */
    grey: async (scope: Scope): Promise<DictionaryItem[]> =>
      (await wordsOf(scope, 'grey')).filter(({ enabled }) => enabled),
    /** Platform labels of user types, for public pages. Returns the defaults if the database cannot be read. */
    async userTypeWords() {
      const items = await wordsOf(systemScope('public words', '0'), 'userType').catch(() => []);
      const { platform: _, ...words } = userTypesIn(items);
      return words;
    },
    userTypesOf: async (tx: Tx) => userTypesIn(await readItems(tx, 'userType')),
    regionChildren: (scope: Scope, { parent }: { parent?: string | undefined }): Promise<Region[]> =>
      db.scoped(scope, (tx) => readRegions(tx, parent === undefined || parent === '' ? null : parent)),
    regionSearch: (scope: Scope, { q }: { q: string }): Promise<Region[]> =>
      q === '' ? Promise.resolve([]) : db.scoped(scope, (tx) => searchRegions(tx, q)),
    industryTree: (_scope: Scope) => industryTree(),
    /** Abolished divisions by code, each with the code that replaced it. */
    endedRegions(): Promise<ReadonlyMap<string, { name: string; replacement: string }>> {
      ended ??= loadEnded().catch((error: unknown) => {
        ended = null;
        throw error;
      });
      return ended;
    },
    /** Full names of valid GB/T 2260 divisions by code. Streets of a tenant are not included (S35). */
    regionPaths,
    /** Full names by code, including streets. Unknown codes have no entry. */
    async placeNames(tx: Tx, codes: readonly string[]): Promise<Map<string, string>> {
      const paths = await regionPaths();
      const namesByCode = new Map<string, string>();
      for (const code of new Set(codes)) {
        const name = paths.get(code) ?? (code.length > 6 ? (await ownPath(tx, code))?.path : undefined);
        if (name !== undefined) namesByCode.set(code, name);
      }
      return namesByCode;
    },
    async industryNames(): Promise<Map<string, string>> {
      const sections = await industryTree();
      return new Map(sections.flatMap((section) => section.children.map((division) => [division.code, division.name])));
    },
    /** Streets and grids by code. Locks them, so that they cannot be removed during the transaction. */
    async townsOf(tx: Tx, codes: readonly string[]): Promise<Map<string, Town>> {
      const rows = codes.length === 0 ? [] : await lockAllAgainstRemoval(tx, codes);
      return new Map(rows.map(({ code, path, level, enabled }) => [code, { name: townName(path, level), enabled }]));
    },
    async towns(tx: Tx): Promise<{ code: string; name: string; town: string }[]> {
      const rows = await ownPage(tx, { enabled: true }, [], 100_000, 0);
      return rows.map(({ code, name, path, level }) => ({ code, name, town: townName(path, level) }));
    },
    itemsOf: async (tx: Tx, type: string) => readItems(tx, type),
    /** Values a form may store: enabled values, and values that the row already has (`carried`). */
    async offered(tx: Tx, type: string, carried: readonly string[] = []): Promise<ReadonlySet<string>> {
      const items = await readItems(tx, type);
      return new Set(items.flatMap(({ value, enabled }) => (enabled || carried.includes(value) ? [value] : [])));
    },
  };
}

export type DictionaryModule = ReturnType<typeof createDictionaryModule>;
export const dictionaryModule = defineModule('dictionary', {
  needs: {},
  open: ({ kit }) => createDictionaryModule(kit),
  serves: (module) => [serve('dictionary', dictionaryCalls, module)],
  gives: (dictionaries) => ({ dictionaries }),
});
