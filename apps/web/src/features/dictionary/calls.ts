import type { OwnRegionInput, OwnRegionPatch } from '@anlan/contract/domain/region';
import { regionCalls } from '@anlan/contract/wire/region';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const { regionTowns: _, ...desk } = regionCalls;
const regions = api(desk);

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
