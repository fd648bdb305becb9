import type { StationInput, StationPatch } from '@anlan/contract/modules/station/resource';
import { stationCalls } from '@anlan/contract/modules/station/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

const station = api(stationCalls);

/** How the list's request stands in its URL. */
export const stationQuery = stationCalls.page.input;
/** What the list asks for. */
export type StationPage = Parameters<typeof station.page>[0];
/** Filters of the list. */
export type StationFilter = StationPage['filter'];

/** Everything that has been read of stations; let go after a write. */
export const stationKey = ['station'] as const;

/** A page of the list; the old rows stay while the next are on their way. */
export const stationPage = (input: StationPage) =>
  queryOptions({
    queryKey: [...stationKey, 'page', input],
    queryFn: ({ signal }) => station.page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** How many stations fit a filter. */
export const stationCount = (filter: StationFilter) =>
  queryOptions({
    queryKey: [...stationKey, 'count', filter],
    queryFn: ({ signal }) => station.page({ page: 1, size: 1, sort: [], filter }, { signal, quiet: true }),
    select: ({ total }) => total,
  });

/** Reads a station anew, for comparing. */
export const readStation = (id: string) => station.get({ id }, { quiet: true });
/** Enters a station; the form shows what fails. */
export const createStation = (input: StationInput) => station.create(input, { quiet: true });
/** Changes a station; the form shows what fails. */
export const updateStation = (patch: StationPatch) => station.update(patch, { quiet: true });
/** Stops a station or starts it again. */
export const switchStation = ({
  id,
  version,
  status,
}: {
  id: string;
  version: number;
  status: 'enabled' | 'disabled';
}) => station.update({ id, version, status });
/** Takes a station away. */
export const removeStation = ({ id, version }: { id: string; version: number }) => station.remove({ id, version });
/** The filtered list as a file. */
export const exportStations = (input: StationPage) => download(stationCalls.export, input);
