/**
 * enterprise: enterprises of a tenant (企业) and their files. Row security: regulators see the enterprises of their
 * tenant, enterprise staff only the current one. Import and export are sub-modules.
 */
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { applicationCalls } from '@anlan/contract/modules/enterprise/application-calls';
import { enterpriseBulkCalls } from '@anlan/contract/modules/enterprise/bulk-calls';
import { enterpriseLifecycleCalls, enterpriseMergeCalls } from '@anlan/contract/modules/enterprise/lifecycle-calls';
import { enterpriseMapCalls } from '@anlan/contract/modules/enterprise/map-calls';
import { enterpriseStatisticsCalls } from '@anlan/contract/modules/enterprise/statistics-calls';
import type { Reference } from '#kit/ports.ts';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { createAnswerCache } from '#kernel/answer-cache.ts';
import type { Tx } from '#platform/db/index.ts';
import { accessModule } from '../access/index.ts';
import { auditModule } from '../audit/index.ts';
import { workdaysModule } from '../calendar/index.ts';
import { agreementsModule } from '../content/index.ts';
import { dictionaryModule } from '../dictionary/index.ts';
import { fileModule } from '../file/index.ts';
import { jobModule } from '../job/index.ts';
import { smsModule } from '../sms/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { userModule } from '../user/index.ts';
import { followDecisions } from './application/jobs.ts';
import { createApplications } from './application/service.ts';
import { createEnterpriseBulk } from './bulk/service.ts';
import { createEnterpriseExport } from './export/service.ts';
import { createEnterpriseImport } from './import/service.ts';
import { createLifecycleEvents } from './lifecycle/events.ts';
import { createMove } from './lifecycle/service.ts';
import { createSteps } from './lifecycle/steps.ts';
import { createTimeline } from './lifecycle/timeline/service.ts';
import { createMerging } from './merge/service.ts';
import { createTransfer } from './merge/region-transfer.ts';
import { createParents } from './parent/service.ts';
import { createEnterpriseReference } from './reference/service.ts';
import { createEnterpriseMap } from './map/service.ts';
import type { Everything } from './deps.ts';
import { createEnterpriseService } from './service.ts';
import { createVisibility } from './visibility.ts';
import { createPending } from './pending/service.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { createEnterpriseStatistics } from './statistics/service.ts';
import { createTowns } from './town/service.ts';

export { requireVisible } from './require-visible.ts';
export { columnsOf, tagsOf } from './present.ts';
export { readingsOf } from './store.ts';
export { phonesAfter, encryptPhones } from './encrypted-phones.ts';
export { recountFacts, writeColorMonth } from './statistics/store.ts';
export type { PendingEnterprise } from './pending/service.ts';
export { addMonths, areaPrefix, childOf, commonArea, isOwnLevel, regionName } from './statistics/rules.ts';

function createEnterpriseModule(all: Everything) {
  const deps = { ...all, recent: createAnswerCache({ clock: all.clock, ms: 5_000 }) };
  const reference = createEnterpriseReference(deps);
  const references: Readonly<Record<string, Pick<Reference, 'read'>>> = {
    enterprise: { read: (tx: Tx, ids: readonly string[]) => reference.cards(tx, [...ids]) },
    user: deps.users.reference,
    organisation: deps.users.organReference,
  };
  const statistics = createEnterpriseStatistics(deps);
  const { noteSignIn, countsDangers, countsLearning, countsReports } = statistics;
  const often = (name: string, cron: string, run: (tenantId: string) => Promise<void>) =>
    deps.queues.nightly(name, cron, async () => eachTenant(await deps.tenantIds(), run));
  // The colours of a month are stored before the day ends in Shanghai.
  often('enterprise.colors', '50 23 * * *', statistics.keepColors);
  often('enterprise.facts', '*/2 * * * *', statistics.foldFacts);
  const events = createLifecycleEvents();
  const mover = createMove(deps, events);
  const visibility = createVisibility(deps);
  const parents = createParents(deps);
  followDecisions(deps, events.register);
  const applications = createApplications(deps, mover, visibility);
  const { activate, ...steps } = createSteps(deps, mover, visibility);
  return {
    ...createEnterpriseService(deps, mover, visibility, parents),
    activate,
    ...createEnterpriseExport(deps),
    ...createEnterpriseImport(deps, { ...mover, ...parents }),
    ...createEnterpriseBulk({ ...deps, ...mover }),
    ...reference,
    ...createTowns(deps),
    ...createPending(),
    statistics,
    map: { ...createEnterpriseMap(deps, statistics), regionRanking: statistics.regionRanking },
    noteSignIn,
    countsDangers,
    countsLearning,
    countsReports,
    applications,
    lifecycle: {
      ...events.register,
      ...steps,
      applied: applications.applied,
      ...createTimeline(deps, (target) => references[target], visibility),
      move: mover.move,
    },
    merging: {
      onMerge: events.register.onMerge,
      ...createMerging(deps, mover, visibility, parents, events),
      ...createTransfer(deps, mover, visibility),
    },
  };
}

export type EnterpriseModule = ReturnType<typeof createEnterpriseModule>;
export const enterpriseModule = defineModule('enterprise', {
  needs: {
    server: infrastructure,
    tenants: tenantModule,
    audit: auditModule,
    dictionaries: dictionaryModule,
    workdays: workdaysModule,
    files: fileModule,
    jobs: jobModule,
    agreements: agreementsModule,
    sms: smsModule,
    users: userModule,
    access: accessModule,
  },
  open({ kit, server: { vault, config }, access, ...below }) {
    const { db, bus, clock, jobs: queues, events, registry, tenantIds } = kit;
    const { rightsOf, giveRole } = access;
    const own = { db, bus, clock, vault, queues, tenantIds, rightsOf, giveRole, map: config.map };
    const enterprises = createEnterpriseModule({ ...below, ...own });
    registry.refer('enterprise', {
      read: (tx, ids) => enterprises.cards(tx, [...ids]),
      lock: enterprises.held,
      named: enterprises.named,
    });
    enterprises.merging.onMerge((tx, { dropId, keepId }) => registry.moveAll(tx, dropId, keepId));
    enterprises.lifecycle.beforeRemoving((tx, { id }) => events.objectionTo(tx, 'enterprise.removing', { ids: [id] }));
    enterprises.lifecycle.onTouched((tx, ids) => events.emit(tx, 'enterprise.changed', { ids }));
    return enterprises;
  },
  serves: (enterprises) => [
    serve('enterprise', enterpriseCalls, enterprises),
    serve('enterprise', enterpriseBulkCalls, enterprises),
    serve('enterprise', applicationCalls, enterprises.applications, true),
    serve('enterprise', enterpriseStatisticsCalls, enterprises.statistics),
    serve('enterprise', enterpriseMapCalls, enterprises.map),
    serve('enterprise', enterpriseLifecycleCalls, enterprises.lifecycle),
    serve('enterprise', enterpriseMergeCalls, enterprises.merging),
  ],
});
