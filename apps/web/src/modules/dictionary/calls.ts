import type {
  AdminItemInput,
  AdminItemPatch,
  DictionaryInput,
  DictionaryPatch,
  ItemOrder,
} from '@anlan/contract/modules/dictionary/admin';
import type { OwnRegion, OwnRegionInput, OwnRegionPatch } from '@anlan/contract/modules/dictionary/region';
import { dictionaryAdminCalls } from '@anlan/contract/modules/dictionary/admin-calls';
import { regionCalls } from '@anlan/contract/modules/dictionary/region-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnyRow, Reading } from '#kit/resource.ts';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { townKey } from '#widgets/towns.ts';

const regions = api(regionCalls);

/** Query key below `townKey`, so that a change also reloads the lists of towns in other forms. */
const regionKey = [...townKey, 'own'] as const;
export const regionListCalls = { page: regionCalls.regionPage, create: regionCalls.regionCreate };
export const regionReading: Reading<OwnRegion> = {
  key: regionKey,
  row: ({ code }) => ({ id: code }),
  pageSize: 50,
};
export type RegionFilter = Parameters<typeof regions.regionPage>[0]['filter'];

/** Next free region code below a district or street. */
export const nextCode = (parent: string) =>
  callQuery([...regionKey, 'next', parent], regions.regionNext, { parent }, { enabled: parent !== '', staleTime: 0 });

/** Reads one street or grid from the list, because no call returns a single one. */
export async function readRegion(code: string): Promise<AnyRow> {
  const filter = { regionCode: code };
  const { rows } = await regions.regionPage({ page: 1, size: 1, sort: [], filter }, { quiet: true });
  const row = rows.find((one) => one.code === code);
  if (!row) throw new ApiError({ kind: 'answered', status: 404 });
  return { ...row, id: row.code };
}
export const createRegion = (input: OwnRegionInput) => regions.regionCreate(input, { quiet: true });
export const renameRegion = (patch: OwnRegionPatch) => regions.regionUpdate(patch, { quiet: true });
export const switchRegion = ({ code, version, enabled }: { code: string; version: number; enabled: boolean }) =>
  regions.regionUpdate({ code, version, enabled });
export const removeRegion = ({ code, version }: { code: string; version: number }) =>
  regions.regionRemove({ code, version }, { quiet: true });

const { page: dictionaryPage, ...adminCalls } = api(dictionaryAdminCalls);
export const adminKey = ['dictionary', 'desk'] as const;

interface Read<R> {
  rows: readonly R[];
  total: number;
}
/** Reads up to 500 rows in pages of 100. */
async function readMost<R>(read: (page: number) => Promise<Read<R>>): Promise<Read<R>> {
  const first = await read(1);
  const pages = Math.min(5, Math.ceil(first.total / 100));
  const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 2)));
  return { rows: [first, ...rest].flatMap(({ rows }) => rows), total: first.total };
}

/** Dictionaries that match a word; at most 500. */
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

export const itemList = (dictId: string) =>
  queryOptions({
    queryKey: [...adminKey, 'items', dictId],
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        adminCalls.itemPage({ page, size: 100, sort: [], filter: { dictId } }, { signal, quiet: true });
      return (await readMost(read)).rows;
    },
  });

export const createDictionary = (input: DictionaryInput) => adminCalls.create(input, { quiet: true });
export const updateDictionary = (patch: DictionaryPatch) => adminCalls.update(patch, { quiet: true });
export const removeDictionary = ({ id, version }: { id: string; version: number }) =>
  adminCalls.remove({ id, version }, { quiet: true });
export const createItem = (input: AdminItemInput) => adminCalls.itemCreate(input, { quiet: true });
export const updateItem = (patch: AdminItemPatch) => adminCalls.itemUpdate(patch, { quiet: true });
export const switchItem = ({ id, version, enabled }: { id: string; version: number; enabled: boolean }) =>
  adminCalls.itemUpdate({ id, version, enabled });
export const orderItems = (order: ItemOrder) => adminCalls.itemSort(order);
export const removeItem = ({ id, version }: { id: string; version: number }) =>
  adminCalls.itemRemove({ id, version }, { quiet: true });
