/**
 * enterprise: the enterprises of a tenant (企业) and their files.
 * Regulators see those of their tenant, enterprise staff their current one; the database decides which.
 * Import and export have sub-modules of their own.
 */
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { applicationCalls } from '@anlan/contract/modules/enterprise/application-calls';
import { enterpriseBulkCalls } from '@anlan/contract/modules/enterprise/bulk-calls';
import { enterpriseLifeCalls, enterpriseMergeCalls } from '@anlan/contract/modules/enterprise/life-calls';
import { enterpriseMapCalls } from '@anlan/contract/modules/enterprise/map-calls';
import { enterpriseStatisticsCalls } from '@anlan/contract/modules/enterprise/statistics-calls';
import { openedElsewhere, serve } from '#kit/module.ts';
import { createRecent } from '#kernel/recent.ts';
import type { Tx } from '#platform/db/index.ts';
import { createApplied } from './application/applied.ts';
import { followDecisions, type DecisionDeps } from './application/jobs.ts';
import { createApplications, type ApplicationDeps } from './application/service.ts';
import { createEnterpriseBulk } from './bulk/service.ts';
import type { ExportDeps } from './export/jobs.ts';
import { createEnterpriseExport } from './export/service.ts';
import { createEnterpriseImport } from './import/service.ts';
import type { ImportDeps } from './import/jobs.ts';
import { createLifeEvents } from './life/events.ts';
import { createMove, type MoveDeps } from './life/service.ts';
import { createSteps } from './life/steps.ts';
import { createTimeline } from './life/timeline/service.ts';
import { createMergeEvents } from './merge/events.ts';
import { createMerging, type MergeDeps } from './merge/service.ts';
import { createTransfer } from './merge/transfer.ts';
import { createPapers } from './paper.ts';
import { createParents } from './parent/service.ts';
import { createEnterpriseReference } from './reference/service.ts';
import { createEnterpriseMap, type MapDeps } from './map/service.ts';
import { createEnterpriseService, type EnterpriseDeps } from './service.ts';
import { createSight } from './sight.ts';
import { createWaiting } from './waiting/service.ts';
import { foldFactsOften, keepColorsNightly, type NightlyDeps } from './statistics/jobs.ts';
import { createEnterpriseStatistics } from './statistics/service.ts';
import { createTowns } from './town/service.ts';

export { demandInSight } from './in-sight.ts';
export { createWaiting, type WaitingEnterprise } from './waiting/service.ts';
export {
  addMonths,
  areaPrefix,
  childOf,
  commonArea,
  countFigure,
  monthBegins,
  regionName,
  shareFigure,
} from './statistics/rules.ts';

/** Opens the module enterprise. */
export function createEnterpriseModule(
  deps: EnterpriseDeps &
    ImportDeps &
    ExportDeps &
    MoveDeps &
    MergeDeps &
    ApplicationDeps &
    DecisionDeps &
    NightlyDeps & { map: MapDeps['settings'] },
) {
  const recent = createRecent({ clock: deps.clock, ms: 5_000 });
  const reference = createEnterpriseReference(deps);
  const references = {
    enterprise: { read: (tx: Tx, ids: readonly string[]) => reference.cards(tx, [...ids]) },
    user: deps.users.reference,
    organisation: deps.users.organReference,
  };
  const {
    keepColors,
    foldFacts,
    regionSlices,
    regionRanking,
    noteSignIn,
    countsDangers,
    countsLearning,
    countsReports,
    ...statistics
  } = createEnterpriseStatistics({
    ...deps,
    recent,
  });
  keepColorsNightly(deps, keepColors);
  foldFactsOften(deps, foldFacts);
  const events = createLifeEvents();
  const mover = createMove(deps, events);
  const sight = createSight(deps);
  const parents = createParents(deps);
  const merges = createMergeEvents();
  followDecisions(deps, events.register);
  const { activate, ...steps } = createSteps(deps, mover, sight);
  return {
    ...createEnterpriseService(deps, mover, parents),
    activate,
    ...createEnterpriseExport(deps),
    ...createEnterpriseImport(deps),
    ...createEnterpriseBulk({ ...deps, ...mover }),
    ...reference,
    ...createTowns(deps),
    ...createPapers(deps, mover),
    ...createWaiting(),
    statistics,
    map: {
      ...createEnterpriseMap({ ...deps, recent, statistics: { regionSlices }, settings: deps.map }),
      regionRanking,
    },
    noteSignIn,
    countsDangers,
    countsLearning,
    countsReports,
    applications: createApplications(deps, mover, sight),
    life: {
      ...events.register,
      ...steps,
      ...createApplied({ ...deps, reference }),
      ...createTimeline({ ...deps, words: { references, dictionaries: deps.dictionaries } }, sight),
      move: mover.move,
      entered: mover.entered,
    },
    merging: {
      ...merges.register,
      ...createMerging(deps, mover, sight, parents, merges),
      ...createTransfer(deps, mover, sight),
    },
  };
}

/** The module enterprise. */
export type EnterpriseModule = ReturnType<typeof createEnterpriseModule>;
/** The module enterprise, for those that need it. */
export const enterpriseModule = openedElsewhere<EnterpriseModule>('enterprise', (enterprises) => [
  serve('enterprise', enterpriseCalls, enterprises),
  serve('enterprise', enterpriseBulkCalls, enterprises),
  serve('enterprise', applicationCalls, enterprises.applications, true),
  serve('enterprise', enterpriseStatisticsCalls, enterprises.statistics),
  serve('enterprise', enterpriseMapCalls, enterprises.map),
  serve('enterprise', enterpriseLifeCalls, enterprises.life),
  serve('enterprise', enterpriseMergeCalls, enterprises.merging),
]);
