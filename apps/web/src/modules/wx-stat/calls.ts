import { wxStatCalls } from '@anlan/contract/modules/wx-stat/calls';
import { keepPreviousData } from '@tanstack/react-query';
import type { WxStatKind } from '@anlan/contract/modules/wx-stat/views';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const stats = api(wxStatCalls);

export const statDays = (appId: string | undefined, from: string, to: string) =>
  callQuery(['wx-stat', appId, from, to], stats.days, { appId, from, to }, { placeholderData: keepPreviousData });
export const statRows = (appId: string | undefined, day: string, to: string, kind: WxStatKind, page: number) =>
  callQuery(
    ['wx-stat', 'rows', appId, day, to, kind, page],
    stats.rows,
    { filter: { appId, day, to, kind }, page, size: 20, sort: [] },
    { placeholderData: keepPreviousData },
  );
