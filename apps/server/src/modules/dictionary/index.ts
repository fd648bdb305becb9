/**
 * dictionary: dictionaries and their items (字典/字典项), administrative divisions, industries.
 * Platform rows are read by every tenant; a tenant may add rows of its own, such as streets and grids (regions/).
 * Divisions and industries of the platform change with an edition, so they are kept in memory; a tenant's rows never.
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
import { keepOwns, ownPage, ownPath } from './regions/store.ts';
import { allRegions, endedRegions, readIndustries, readItems, readRegions, searchRegions } from './store.ts';
import { createWords } from './words.ts';

export { createDictionaryAdmin } from './admin/service.ts';
export { createOwnRegions } from './regions/service.ts';

/** What an address says of a street or grid of the tenant's, and whether it is offered. */
export interface Town {
  name: string;
  enabled: boolean;
}

/** What dictionary items call the kinds of people; the usual word where they lack one. */
function userTypesIn(items: readonly { value: string; label: string }[]): Record<UserType, string> {
  const word = (kind: UserType) => items.find(({ value }) => value === userType[kind])?.label ?? userTypeLabels[kind];
  return {
    regulator: word('regulator'),
    enterprise: word('enterprise'),
    shop: word('shop'),
    platform: word('platform'),
  };
}

/** Opens the module dictionary. */
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
    /** The word of the grey mode that is in force, alone (ST-08). */
    grey: async (scope: Scope): Promise<DictionaryItem[]> =>
      (await wordsOf(scope, 'grey')).filter(({ enabled }) => enabled),
    /** What the platform calls the kinds of people, for pages of strangers: shown all the same while it cannot be read. */
    async userTypeWords() {
      const items = await wordsOf(systemScope('public words', '0'), 'userType').catch(() => []);
      const { platform: _, ...words } = userTypesIn(items);
      return words;
    },
    /** What the tenant calls the kinds of people. */
    userTypesOf: async (tx: Tx) => userTypesIn(await readItems(tx, 'userType')),
    regionChildren: (scope: Scope, { parent }: { parent?: string | undefined }): Promise<Region[]> =>
      db.scoped(scope, (tx) => readRegions(tx, parent === undefined || parent === '' ? null : parent)),
    regionSearch: (scope: Scope, { q }: { q: string }): Promise<Region[]> =>
      q === '' ? Promise.resolve([]) : db.scoped(scope, (tx) => searchRegions(tx, q)),
    industryTree: (_scope: Scope) => industryTree(),
    /** Divisions that have ended, by code, with the code of the one that came after. */
    endedRegions(): Promise<ReadonlyMap<string, { name: string; replacement: string }>> {
      ended ??= loadEnded().catch((error: unknown) => {
        ended = null;
        throw error;
      });
      return ended;
    },
    /** Full names of all divisions of GB/T 2260 in force, by code; a tenant's streets are never among them (S35). */
    regionPaths,
    /** Full names of divisions, streets and grids; a code that is none has no name. */
    async placeNames(tx: Tx, codes: readonly string[]): Promise<Map<string, string>> {
      const paths = await regionPaths();
      const found = new Map<string, string>();
      for (const code of new Set(codes)) {
        const name = paths.get(code) ?? (code.length > 6 ? (await ownPath(tx, code))?.path : undefined);
        if (name !== undefined) found.set(code, name);
      }
      return found;
    },
    /** Names of industry divisions by code. */
    async industryNames(): Promise<Map<string, string>> {
      const sections = await industryTree();
      return new Map(sections.flatMap((section) => section.children.map((division) => [division.code, division.name])));
    },
    /** What an address says of streets and grids of the tenant's, by code; those there are are kept from removal. */
    async townsOf(tx: Tx, codes: readonly string[]): Promise<Map<string, Town>> {
      const rows = codes.length === 0 ? [] : await keepOwns(tx, codes);
      return new Map(rows.map(({ code, path, level, enabled }) => [code, { name: townName(path, level), enabled }]));
    },
    /** The streets and grids of the tenant that are offered, with what an address says of them. */
    async towns(tx: Tx): Promise<{ code: string; name: string; town: string }[]> {
      const rows = await ownPage(tx, { enabled: true }, [], 100_000, 0);
      return rows.map(({ code, name, path, level }) => ({ code, name, town: townName(path, level) }));
    },
    /** Codes, wire values and labels of a dictionary. */
    itemsOf: async (tx: Tx, type: string) => readItems(tx, type),
    /** Values of a dictionary that a row may take anew, and those that it carries already. */
    async offered(tx: Tx, type: string, carried: readonly string[] = []): Promise<ReadonlySet<string>> {
      const items = await readItems(tx, type);
      return new Set(items.flatMap(({ value, enabled }) => (enabled || carried.includes(value) ? [value] : [])));
    },
  };
}

/** The module dictionary. */
export type DictionaryModule = ReturnType<typeof createDictionaryModule>;
/** The module dictionary, for those that need it. */
export const dictionaryModule = defineModule('dictionary', {
  needs: {},
  open: ({ kit }) => createDictionaryModule(kit),
  serves: (module) => [serve('dictionary', dictionaryCalls, module)],
  gives: (dictionaries) => ({ dictionaries }),
});
