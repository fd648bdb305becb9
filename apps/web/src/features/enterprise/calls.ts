import type { EnterpriseInput, EnterprisePatch } from '@anlan/contract/domain/enterprise';
import { limits } from '@anlan/contract/limits';
import { enterpriseBulkCalls } from '@anlan/contract/wire/enterprise-bulk';
import { enterpriseCalls } from '@anlan/contract/wire/enterprise';
import { enterpriseMapCalls } from '@anlan/contract/wire/enterprise-map';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import type { ImportCalls } from '#widgets/import/import-wizard.tsx';

const enterprise = api(enterpriseCalls);
const map = api(enterpriseMapCalls);

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

/** Enters an enterprise; the form shows what fails. */
export const createEnterprise = (input: EnterpriseInput) => enterprise.create(input, { quiet: true });
/** Changes an enterprise; the form shows what fails. */
export const updateEnterprise = (patch: EnterprisePatch) => enterprise.update(patch, { quiet: true });
/** Reads an enterprise anew, for comparing. */
export const readEnterprise = (id: string) => enterprise.get({ id }, { quiet: true });
/** Makes a draft count. */
export const activateEnterprise = ({ id, version }: { id: string; version: number }) =>
  enterprise.activate({ id, version });
/** Takes an enterprise away; `restoreEnterprise` brings it back for a while. */
export const removeEnterprise = ({ id, version }: { id: string; version: number }) =>
  enterprise.remove({ id, version });
/** Brings back what was taken away. */
export const restoreEnterprise = (id: string) => enterprise.restore({ id });
/** Sets the system's name and logo of the current enterprise. */
export const updateLogo = (input: { aliasName: string | null; logoUrl: string | null }) =>
  enterprise.updateLogo(input, { quiet: true });

/** The filtered list as a file. */
export const exportEnterprises = (input: EnterprisePage) => download(enterpriseCalls.export, input);

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
