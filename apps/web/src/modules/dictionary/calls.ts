import type {
  AdminItemInput,
  AdminItemPatch,
  DictionaryInput,
  DictionaryPatch,
  ItemOrder,
} from '@anlan/contract/modules/dictionary/admin';
import type { OwnRegionInput, OwnRegionPatch } from '@anlan/contract/modules/dictionary/region';
import { dictionaryAdminCalls } from '@anlan/contract/modules/dictionary/admin-calls';
import { regionCalls } from '@anlan/contract/modules/dictionary/region-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const { regionTowns: _, ...admin } = regionCalls;
const regions = api(admin);

/** How the list's request stands in its URL. */
export const regionQuery = regionCalls.regionPage.input;
/** What the list asks for. */
export type RegionPage = Parameters<typeof regions.regionPage>[0];
/** Filters of the list. */
export type RegionFilter = RegionPage['filter'];

/** Everything that has been read of streets and grids; let go after a write. */
export const regionKey = ['own-region'] as const;

/** A page of the list; the old rows stay while the next are on their way. */
export const regionPage = (input: RegionPage) =>
  queryOptions({
    queryKey: [...regionKey, 'page', input],
    queryFn: ({ signal }) => regions.regionPage(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** The next free code below a district or street. */
export const nextCode = (parent: string) =>
  queryOptions({
    queryKey: [...regionKey, 'next', parent],
    queryFn: ({ signal }) => regions.regionNext({ parent }, { signal, quiet: true }),
    enabled: parent !== '',
    staleTime: 0,
  });

/** Adds a street or grid; the form shows what fails. */
export const createRegion = (input: OwnRegionInput) => regions.regionCreate(input, { quiet: true });
/** Renames a street or grid; the form shows what fails. */
export const renameRegion = (patch: OwnRegionPatch) => regions.regionUpdate(patch, { quiet: true });
/** Stops offering a street or grid, or offers it again. */
export const switchRegion = ({ code, version, enabled }: { code: string; version: number; enabled: boolean }) =>
  regions.regionUpdate({ code, version, enabled });
/** Takes a street or grid away. */
export const removeRegion = ({ code, version }: { code: string; version: number }) =>
  regions.regionRemove({ code, version }, { quiet: true });

const { page: dictionaryPage, ...adminCalls } = api(dictionaryAdminCalls);
/** Everything that has been read of dictionaries by those who keep them up; let go after a write. */
export const adminKey = ['dictionary', 'desk'] as const;

interface Read<R> {
  rows: readonly R[];
  total: number;
}
/** Up to five hundred rows, by the hundred. */
async function readMost<R>(read: (page: number) => Promise<Read<R>>): Promise<Read<R>> {
  const first = await read(1);
  const pages = Math.min(5, Math.ceil(first.total / 100));
  const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 2)));
  return { rows: [first, ...rest].flatMap(({ rows }) => rows), total: first.total };
}

/** The dictionaries that a word finds, the first five hundred of them. */
export const dictionaryList = (keyword: string) =>
  queryOptions({
    queryKey: [...adminKey, 'list', keyword],
    queryFn: ({ signal }) =>
      readMost((page) =>
        dictionaryPage(
          { page, size: 100, sort: [], filter: keyword === '' ? {} : { keyword } },
          { signal, quiet: true },
        ),
      ),
    placeholderData: keepPreviousData,
  });

/** The items of one dictionary, in their order. */
export const itemList = (dictId: string) =>
  queryOptions({
    queryKey: [...adminKey, 'items', dictId],
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        adminCalls.itemPage({ page, size: 100, sort: [], filter: { dictId } }, { signal, quiet: true });
      return (await readMost(read)).rows;
    },
  });

/** Adds a dictionary; the form shows what fails. */
export const createDictionary = (input: DictionaryInput) => adminCalls.create(input, { quiet: true });
/** Changes a dictionary's words; the form shows what fails. */
export const updateDictionary = (patch: DictionaryPatch) => adminCalls.update(patch, { quiet: true });
/** Takes a dictionary away; the dialog says why it cannot go. */
export const removeDictionary = ({ id, version }: { id: string; version: number }) =>
  adminCalls.remove({ id, version }, { quiet: true });
/** Adds an item; its row shows what fails. */
export const createItem = (input: AdminItemInput) => adminCalls.itemCreate(input, { quiet: true });
/** Changes an item; its row shows what fails. */
export const updateItem = (patch: AdminItemPatch) => adminCalls.itemUpdate(patch, { quiet: true });
/** Offers an item, or offers it no more. */
export const switchItem = ({ id, version, enabled }: { id: string; version: number; enabled: boolean }) =>
  adminCalls.itemUpdate({ id, version, enabled });
/** Puts one's own items of a dictionary in an order. */
export const orderItems = (order: ItemOrder) => adminCalls.itemSort(order);
/** Takes an item away; the dialog says what uses it. */
export const removeItem = ({ id, version }: { id: string; version: number }) =>
  adminCalls.itemRemove({ id, version }, { quiet: true });
