import {
  enterpriseFieldSpecs,
  entryStatusField,
  type EnterpriseFieldName,
} from '@anlan/contract/modules/enterprise/fields';
import { limits } from '@anlan/contract/limits';
import { companyCalls } from '@anlan/contract/modules/company/calls';
import { enterpriseBulkCalls } from '@anlan/contract/modules/enterprise/bulk-calls';
import { enterpriseMoves, type TimelineEntry, type TimelineKind } from '@anlan/contract/modules/enterprise/lifecycle';
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { enterpriseLifecycleCalls, enterpriseMergeCalls } from '@anlan/contract/modules/enterprise/lifecycle-calls';
import { enterpriseMapCalls } from '@anlan/contract/modules/enterprise/map-calls';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bind, type HistoryEntry } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { dictionaries } from '#lib/shared-calls.ts';
import { actName, nobodyName } from './rules.ts';

const enterprise = api(enterpriseCalls);
const map = api(enterpriseMapCalls);

const companies = api({ currentEnt: companyCalls.currentEnt });
const bulk = api(enterpriseBulkCalls);
export type BulkInput = Parameters<typeof bulk.bulk>[0];

export const enterpriseQuery = enterpriseCalls.page.input;
export type EnterprisePage = Parameters<typeof enterprise.page>[0];
export type EnterpriseFilter = EnterprisePage['filter'];

export const enterpriseKey = ['enterprise'] as const;

export const enterpriseOne = (id: string) => callQuery([...enterpriseKey, 'one', id], enterprise.get, { id });
export const enterpriseCurrent = () => callQuery([...enterpriseKey, 'current'], enterprise.current, {});
export const creditCodeTaken = (creditCode: string) =>
  callQuery(
    [...enterpriseKey, 'check', creditCode],
    enterprise.check,
    { creditCode },
    { staleTime: 30_000, retry: false },
  );

/** Finds a company by keyword in the company register. Returns null if none matches. */
export const companyByKeyword = (keyword: string) => companies.currentEnt({ keyword }, { quiet: true });
export const industrySections = () => dictionaries.industryTree({}, { quiet: true });

export const enterpriseStates = { field: 'status', moves: enterpriseMoves };
const record = {
  name: 'enterprise',
  label: '企业',
  counter: '家',
  title: 'name',
  subtitle: undefined,
  permits: 'bus:enterprise',
  order: undefined,
  fields: { ...enterpriseFieldSpecs, entryStatus: entryStatusField },
  filterLabels: {},
  sortable: [],
  importKey: undefined,
  states: enterpriseStates,
};
export const stepCalls = { ...enterpriseCalls, ...enterpriseLifecycleCalls, transfer: enterpriseMergeCalls.transfer };
export const enterprises = bind(record, stepCalls);

const reviewed = [
  'creditCode',
  'economicType',
  'establishedOn',
  'supervisionKind',
  'regionCode',
  'town',
  'registeredAddress',
  'businessAddress',
  'industryCode',
  'enterpriseSize',
  'headcount',
  'legalPerson',
  'headName',
  'safetyManagerName',
  'safetyManagerPhone',
  'hazardFeatures',
  'source',
  'status',
] as const satisfies readonly EnterpriseFieldName[];
const review = bind(
  {
    ...record,
    fields: Object.fromEntries(reviewed.map((name) => [name, enterpriseFieldSpecs[name]])),
  },
  stepCalls,
);
/** The fields that a reviewer checks. */
export const enterpriseReview: typeof review = {
  ...review,
  history: (id) =>
    queryOptions({
      queryKey: [...review.key, 'history', id],
      queryFn: async ({ signal }): Promise<HistoryEntry[]> => {
        const { entries } = await lifecycle.timeline({ id, size: 100 }, { signal, quiet: true });
        return entries.map(historyOf).toReversed();
      },
    }),
};
// The page shows the values of a new enterprise. A street has one name, so its code is left out beside the name.
const changesOf = ({ call, changes }: TimelineEntry) =>
  call === 'enterprise.create' || call === 'enterprise.apply'
    ? []
    : changes.filter(({ field }) => field !== 'townCode' || !changes.some((other) => other.field === 'town'));
/** An entry of the timeline in the form of the history of a resource. */
export const historyOf = (entry: TimelineEntry) => ({
  ...entry,
  entry,
  move: entry.call.split('.').at(-1) ?? '',
  act: entry.call === '' ? '变更状态' : actName(entry.call),
  byName: entry.byName ?? nobodyName(entry.call),
  changes: changesOf(entry),
  files: [],
});
export const updateLogo = (input: { aliasName: string | null; logoUrl: string | null }) =>
  enterprise.updateLogo(input, { quiet: true });

export const startBulk = (input: BulkInput) => bulk.bulk(input, { quiet: true });
/** Starts an export as a background job, for lists too large for a direct download. */
export const startExport = (input: Parameters<typeof bulk.exportStart>[0]) => bulk.exportStart(input);
/** Row limit of a direct export. */
export const directExportRows = limits.export.rows;

const { bytes: maxBytes, rows: maxRows } = limits.enterpriseImport;
export const importLimits = { maxBytes, maxRows };

const always = { staleTime: Number.POSITIVE_INFINITY };
export const mapSettings = callQuery([...enterpriseKey, 'map', 'settings'], map.mapSettings, {}, always);

/** Enterprises to mark on the visible part of the map. The previous marks remain while new ones load. */
export const mapView = (filter: EnterpriseFilter, view: { bbox: string; zoom: number } | null) =>
  callQuery(
    [...enterpriseKey, 'map', filter, view],
    map.map,
    { ...filter, bbox: '', zoom: 0, ...view },
    { placeholderData: keepPreviousData, enabled: view !== null },
  );

const showsFormer = { placeholderData: keepPreviousData };
export const regionRanking = (filter: EnterpriseFilter) =>
  callQuery([...enterpriseKey, 'ranking', filter], map.regionRanking, filter, showsFormer);

const lifecycle = api(enterpriseLifecycleCalls);
const merging = api(enterpriseMergeCalls);

export const enterpriseTimeline = (id: string, kind: TimelineKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [...enterpriseKey, 'timeline', id, kind ?? ''],
    queryFn: ({ pageParam, signal }) =>
      lifecycle.timeline({ id, kind, size: 10, before: pageParam ?? undefined }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The applicant; null if staff created the enterprise. */
export const applicantOf = (id: string) => callQuery([...enterpriseKey, 'applied', id], lifecycle.applied, { id });

export const duplicatesQuery = enterpriseMergeCalls.duplicates.input;
export type DuplicatesPage = Parameters<typeof merging.duplicates>[0];

export const duplicates = (input: DuplicatesPage) =>
  callQuery([...enterpriseKey, 'duplicates', input], merging.duplicates, input, showsFormer);

export const duplicatesOf = (id: string) => duplicates({ page: 1, size: 10, sort: [], filter: { id } });

export const mergeEnterprises = (input: Parameters<typeof merging.merge>[0]) => merging.merge(input, { quiet: true });
