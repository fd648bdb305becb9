import type { EnterpriseInput, EnterprisePatch } from '@anlan/contract/modules/enterprise/enterprise';
import { limits } from '@anlan/contract/limits';
import { companyCalls } from '@anlan/contract/modules/company/calls';
import { enterpriseBulkCalls } from '@anlan/contract/modules/enterprise/bulk-calls';
import type { TimelineKind } from '@anlan/contract/modules/enterprise/lifecycle';
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { enterpriseLifecycleCalls, enterpriseMergeCalls } from '@anlan/contract/modules/enterprise/lifecycle-calls';
import { enterpriseMapCalls } from '@anlan/contract/modules/enterprise/map-calls';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import { dictionaries } from '#lib/shared-calls.ts';
import type { ImportCalls } from '#widgets/import/import-wizard.tsx';

const enterprise = api(enterpriseCalls);
const map = api(enterpriseMapCalls);

const companies = api({ currentEnt: companyCalls.currentEnt });
const bulk = api(enterpriseBulkCalls);
/** What work on many enterprises is told. */
export type BulkInput = Parameters<typeof bulk.bulk>[0];

/** How the list's request stands in its URL. */
export const enterpriseQuery = enterpriseCalls.page.input;
/** What the list asks for. */
export type EnterprisePage = Parameters<typeof enterprise.page>[0];
/** Filters of the list. */
export type EnterpriseFilter = EnterprisePage['filter'];

/** Everything that has been read of enterprises; let go after a write. */
export const enterpriseKey = ['enterprise'] as const;

/** A page of the list; the old rows stay while the next are on their way. */
export const enterprisePage = (input: EnterprisePage) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'page', input],
    queryFn: ({ signal }) => enterprise.page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** One enterprise. */
export const enterpriseOne = (id: string) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'one', id],
    queryFn: ({ signal }) => enterprise.get({ id }, { signal, quiet: true }),
  });

/** The enterprise that the person works in, or null. */
export const enterpriseCurrent = () =>
  queryOptions({
    queryKey: [...enterpriseKey, 'current'],
    queryFn: ({ signal }) => enterprise.current({}, { signal, quiet: true }),
  });

/** How many enterprises fit a filter. */
export const enterpriseCount = (filter: EnterpriseFilter) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'count', filter],
    queryFn: ({ signal }) => enterprise.page({ page: 1, size: 1, sort: [], filter }, { signal, quiet: true }),
    select: ({ total }) => total,
  });

/** Whether a credit code is taken; asked while a person fills in the form. */
export const creditCodeTaken = (creditCode: string) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'check', creditCode],
    queryFn: ({ signal }) => enterprise.check({ creditCode }, { signal, quiet: true }),
    staleTime: 30_000,
    retry: false,
  });

/** What the register of companies says of a name or code; null where it knows none. */
export const companyByKeyword = (keyword: string) => companies.currentEnt({ keyword }, { quiet: true });
/** Sections of industries with their divisions. */
export const industrySections = () => dictionaries.industryTree({}, { quiet: true });

/** Enters an enterprise; the form shows what fails. */
export const createEnterprise = (input: EnterpriseInput) => enterprise.create(input, { quiet: true });
/** Changes an enterprise; the form shows what fails. */
export const updateEnterprise = (patch: EnterprisePatch) => enterprise.update(patch, { quiet: true });
/** Reads an enterprise anew, for comparing. */
export const readEnterprise = (id: string) => enterprise.get({ id }, { quiet: true });
/** Which fields were changed when, for telling what others did meanwhile. */
export const readHistory = (id: string) => enterprise.history({ id }, { quiet: true });
/** Makes a draft count. */
export const activateEnterprise = ({ id, version }: { id: string; version: number }) =>
  enterprise.activate({ id, version });
/** Takes an enterprise away; `restoreEnterprise` brings it back for a while. */
export const removeEnterprise = ({ id, version }: { id: string; version: number }) =>
  enterprise.remove({ id, version });
/** Brings back what was taken away. */
export const restoreEnterprise = (id: string) => enterprise.restore({ id }, { quiet: true });
/** Sets the system's name and logo of the current enterprise. */
export const updateLogo = (input: { aliasName: string | null; logoUrl: string | null }) =>
  enterprise.updateLogo(input, { quiet: true });

/** The filtered list as a file. */
export const exportEnterprises = (input: Parameters<typeof enterprise.export>[0]) =>
  download(enterpriseCalls.export, input);

/** Begins work on many enterprises; the dialog shows what fails. */
export const startBulk = (input: BulkInput) => bulk.bulk(input, { quiet: true });
/** Begins an export that is too large to wait for. */
export const startExport = (input: Parameters<typeof bulk.exportStart>[0]) => bulk.exportStart(input);
/** How many rows an export at once takes. */
export const exportAtOnce = limits.export.rows;

/** The calls behind the import's steps. */
export const importCalls: ImportCalls = {
  template: () => download(enterpriseCalls.importTemplate, {}),
  upload: (file, options) => enterprise.import({ file }, { ...options, quiet: true }),
  confirm: (input) => enterprise.importConfirm(input),
  errors: (id) => download(enterpriseCalls.importErrors, { id }),
};

/** Limits of the import's file. */
export const importLimits = { maxBytes: limits.upload.importBytes, maxRows: limits.import.rows };

/** What the map is drawn on. */
export const mapSettings = queryOptions({
  queryKey: [...enterpriseKey, 'map', 'settings'],
  queryFn: ({ signal }) => map.mapSettings({}, { signal, quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What there is to draw in a view; the old marks stay while the next are on their way. */
export const mapView = (filter: EnterpriseFilter, view: { bbox: string; zoom: number } | null) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'map', filter, view],
    queryFn: ({ signal }) => map.map({ ...filter, bbox: '', zoom: 0, ...view }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: view !== null,
  });

/** Regions below the filter's area, with their colours. */
export const regionRanking = (filter: EnterpriseFilter) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'ranking', filter],
    queryFn: ({ signal }) => map.regionRanking(filter, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

const lifecycle = api(enterpriseLifecycleCalls);
const merging = api(enterpriseMergeCalls);

/** What happened to an enterprise, piece by piece, newest first. */
export const enterpriseTimeline = (id: string, kind: TimelineKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [...enterpriseKey, 'timeline', id, kind ?? ''],
    queryFn: ({ pageParam, signal }) =>
      lifecycle.timeline({ id, kind, size: 10, before: pageParam ?? undefined }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Who applied for an enterprise; null where nobody did from outside. */
export const appliedFor = (id: string) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'applied', id],
    queryFn: ({ signal }) => lifecycle.applied({ id }, { signal, quiet: true }),
  });

const quiet = { quiet: true };
/** The steps; the dialog that asks for one shows what fails. */
export const steps = {
  submit: (input: Parameters<typeof lifecycle.submit>[0]) => lifecycle.submit(input, quiet),
  withdraw: (input: Parameters<typeof lifecycle.withdraw>[0]) => lifecycle.withdraw(input, quiet),
  approve: (input: Parameters<typeof lifecycle.approve>[0]) => lifecycle.approve(input, quiet),
  reject: (input: Parameters<typeof lifecycle.reject>[0]) => lifecycle.reject(input, quiet),
  suspend: (input: Parameters<typeof lifecycle.suspend>[0]) => lifecycle.suspend(input, quiet),
  resume: (input: Parameters<typeof lifecycle.resume>[0]) => lifecycle.resume(input, quiet),
  close: (input: Parameters<typeof lifecycle.close>[0]) => lifecycle.close(input, quiet),
  transfer: (input: Parameters<typeof merging.transfer>[0]) => merging.transfer(input, quiet),
};

/** How the page of duplicates stands in its URL. */
export const duplicatesQuery = enterpriseMergeCalls.duplicates.input;
/** What the page of duplicates asks for. */
export type DuplicatesPage = Parameters<typeof merging.duplicates>[0];

/** Groups of files that may be about one enterprise. */
export const duplicates = (input: DuplicatesPage) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'duplicates', input],
    queryFn: ({ signal }) => merging.duplicates(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** Files that may be about the same enterprise as this one. */
export const twinsOf = (id: string) => duplicates({ page: 1, size: 10, sort: [], filter: { id } });

/** Makes one file of two; the page shows what fails. */
export const mergeEnterprises = (input: Parameters<typeof merging.merge>[0]) => merging.merge(input, { quiet: true });
