import { dangerCalls } from '@anlan/contract/modules/danger/calls';
import { danger, type Danger, type DangerFilter, type DangerSort } from '@anlan/contract/modules/danger/resource';
import type { Taken } from '@anlan/contract/kit/calls';
import type { DangerArea } from '@anlan/contract/modules/danger/views';
import type { PageInput } from '@anlan/contract/domain/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bind } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

const calls = api(dangerCalls);

/** The declared resource with its client, for parts of the kit. */
export const bound = bind(danger, dangerCalls as never);
/** How the list's request stands in its URL. */
export const dangerQuery = dangerCalls.page.input;
/** How the request of the list by enterprise stands in its URL. */
export const summaryQuery = dangerCalls.summary.input;
/** What the list asks for. */
export type DangerPage = PageInput<DangerFilter, DangerSort>;
/** What the list by enterprise asks for. */
export type SummaryInput = Parameters<typeof calls.summary>[0];

/** Everything that has been read of dangers; let go after a write. */
export const dangerKey = ['danger'] as const;

/** A page of the list; the old rows stay while the next are on their way. */
export const dangerPage = (input: DangerPage) =>
  queryOptions({
    queryKey: [...dangerKey, 'page', input],
    queryFn: ({ signal }) => calls.page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** One danger, whole. */
export const dangerOne = (id: string) =>
  queryOptions({
    queryKey: [...dangerKey, 'one', id],
    queryFn: ({ signal }): Promise<Danger> => calls.get({ id }, { signal, quiet: true }),
  });

/** What happened to a danger. */
export const dangerHistory = (id: string) =>
  queryOptions({
    queryKey: [...dangerKey, 'history', id],
    queryFn: ({ signal }) => calls.history({ id }, { signal, quiet: true }),
  });

/** Counts of the tabs. */
export const dangerCounts = (area: DangerArea) =>
  queryOptions({
    queryKey: [...dangerKey, 'counts', area],
    queryFn: ({ signal }) => calls.counts(area, { signal, quiet: true }),
  });

/** A page of the list by enterprise. */
export const summaryPage = (input: SummaryInput) =>
  queryOptions({
    queryKey: [...dangerKey, 'summary', input],
    queryFn: ({ signal }) => calls.summary(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** The notice board of an enterprise. */
export const dangerBoard = (input: Parameters<typeof calls.board>[0]) =>
  queryOptions({
    queryKey: [...dangerKey, 'board', input],
    queryFn: ({ signal }) => calls.board(input, { signal, quiet: true }),
  });

/** How dangers of a span were handled. */
export const dangerStatistics = (input: NonNullable<Parameters<typeof calls.statistics>[0]>) =>
  queryOptions({
    queryKey: [...dangerKey, 'statistics', input],
    queryFn: ({ signal }) => calls.statistics(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** Standard dangers to pick from. */
export const standards = () =>
  queryOptions({
    queryKey: ['danger-standards'],
    queryFn: ({ signal }) => calls.standards({}, { signal, quiet: true }),
    staleTime: 10 * 60_000,
  });

/** Criteria of major dangers, those of the enterprise's trade first. */
export const criteria = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: ['danger-criteria', enterpriseId],
    queryFn: ({ signal }) => calls.criteria({ enterpriseId }, { signal, quiet: true }),
    staleTime: 10 * 60_000,
  });

/** Days and people that the report of a danger begins with. */
export const dangerStart = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: [...dangerKey, 'start', enterpriseId],
    queryFn: ({ signal }) => calls.start({ enterpriseId }, { signal, quiet: true }),
  });

/** Earlier dangers of the same category and place. */
export const earlierDangers = (input: Parameters<typeof calls.earlier>[0]) =>
  queryOptions({
    queryKey: [...dangerKey, 'earlier', input],
    queryFn: ({ signal }) => calls.earlier(input, { signal, quiet: true }),
  });

/** Links of a danger for somebody from outside, and what they wrote. */
export const dangerLinks = (id: string) =>
  queryOptions({
    queryKey: [...dangerKey, 'links', id],
    queryFn: ({ signal }) => calls.links({ id }, { signal, quiet: true }),
  });

/** Reports a danger; the form shows what fails. */
export const reportDanger = (input: Parameters<typeof calls.create>[0]) => calls.create(input, { quiet: true });
/** Reports a danger that was put right as it was found. */
export const reportFixed = (input: Parameters<typeof calls.fixOnSpot>[0]) => calls.fixOnSpot(input, { quiet: true });
/** Makes a link for somebody from outside. */
export const makeLink = (input: Parameters<typeof calls.makeLink>[0]) => calls.makeLink(input, { quiet: true });
/** Ends a link before its time. */
export const revokeLink = (id: string) => calls.revokeLink({ id }, { quiet: true });
/** The filtered list as a file. */
export const exportDangers = (input: PageInput<DangerFilter & Taken, DangerSort>) =>
  download(dangerCalls.export, input);

/** The statistics as a file. */
export const exportStatistics = (input: NonNullable<Parameters<typeof calls.statistics>[0]>) =>
  download(dangerCalls.statisticsExport, input);
/** The list by enterprise as a file. */
export const exportSummary = (input: SummaryInput) => download(dangerCalls.summaryExport, input);

const moves = calls as unknown as Readonly<
  Record<string, (input: object, options: { quiet: boolean }) => Promise<unknown>>
>;
/** Moves a danger; whoever asked shows what fails. */
export function moveDanger(move: string, row: Pick<Danger, 'id' | 'version'>, asked: object): Promise<unknown> {
  const call = moves[move];
  if (call === undefined) throw new Error(`dangers have no move ${move}`);
  return call({ ...asked, id: row.id, version: row.version }, { quiet: true });
}
