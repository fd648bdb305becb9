import { checklistCalls } from '@anlan/contract/modules/checklist/calls';
import { riskCheckCalls } from '@anlan/contract/modules/risk-check/calls';
import { riskPlanCalls, riskPointCalls } from '@anlan/contract/modules/risk-point/calls';
import { riskPlan, riskPoint, type RiskPointFilter } from '@anlan/contract/modules/risk-point/resource';
import { queryOptions } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { download } from '#lib/download.ts';

export const points = api(riskPointCalls);
export const boundPoints = bindResource(riskPoint, riskPointCalls);
export const boundPlans = bindResource(riskPlan, riskPlanCalls);
export const plans = api(riskPlanCalls);
const { offered } = api({ offered: checklistCalls.offered });

const checks = api({ page: riskCheckCalls.page });

export const pointKey = ['riskPoint'] as const;
export const planKey = ['riskPlan'] as const;

export const onePoint = (id: string) => callQuery([...pointKey, 'one', id], points.get, { id });
/** Standard lists and limits for risk levels. They rarely change, so cache them for long. */
export const library = callQuery([...pointKey, 'library'], points.library, {}, { staleTime: 600_000 });
export const counts = (enterpriseId?: string | undefined) =>
  callQuery([...pointKey, 'counts', enterpriseId], points.counts, enterpriseId ? { enterpriseId } : {});
const most = 100;
export const pointsOf = (filter: RiskPointFilter, page = 1) =>
  callQuery([...pointKey, 'page', 'own', filter, page], points.page, {
    page,
    size: most,
    sort: [{ by: 'rank', desc: true }],
    filter,
  });
export const allPoints = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: [...pointKey, 'map', enterpriseId],
    queryFn: async ({ signal }) => {
      const filter: RiskPointFilter = { status: ['inForce'], ...(enterpriseId ? { enterpriseId } : {}) };
      const read = (page: number) =>
        points.page({ page, size: most, sort: [{ by: 'rank', desc: true }], filter }, { signal, quiet: true });
      const first = await read(1);
      const rows = [...first.rows];
      for (let page = 2; rows.length < first.total && page <= 10; page += 1) rows.push(...(await read(page)).rows);
      return rows;
    },
  });
export const plansOf = (enterpriseId: string | undefined) =>
  callQuery([...planKey, 'all', enterpriseId], plans.page, {
    page: 1,
    size: most,
    sort: [{ by: 'name', desc: false }],
    filter: enterpriseId ? { enterpriseId } : {},
  });
export const cardOf = (id: string) => callQuery([...pointKey, 'card', id], points.card, { id });
export const offeredLists = (enterpriseId: string | undefined) =>
  callQuery(['checklist', 'offered', enterpriseId ?? null], offered, enterpriseId ? { enterpriseId } : {});
export const todaysChecks = (riskPointId: string) =>
  callQuery(['riskCheck', 'today', riskPointId], checks.page, {
    page: 1,
    size: 20,
    sort: [{ by: 'dueOn', desc: false }],
    filter: { riskPointId, today: true },
  });
export const todaysOf = (enterpriseId: string | undefined) =>
  callQuery(['riskCheck', 'today', 'all', enterpriseId], checks.page, {
    page: 1,
    size: most,
    sort: [{ by: 'dueOn', desc: false }],
    filter: { today: true, ...(enterpriseId ? { enterpriseId } : {}) },
  });

export const downloadCard = (id: string) => download(riskPointCalls.cardPdf, { id, at: location.origin });
