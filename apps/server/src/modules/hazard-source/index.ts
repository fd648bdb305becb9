/** hazardSource: major hazard sources (重大危险源) with S, R and level computed from their substances. */
import { dayOf } from '@anlan/contract/domain/instant';
import { hazardSourceCalls } from '@anlan/contract/modules/hazard-source/calls';
import { hazardSource, type HazardSubstance } from '@anlan/contract/modules/hazard-source/resource';
import { invalid } from '#kernel/errors.ts';
import { updateExpiryLedger } from '#kit/expiry-store.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { staffModule } from '../staff/index.ts';
import { seedHazardSources } from './seed.ts';
import { levelOf, ratioOf, rOf } from './rules.ts';
import { onlyId } from './store.ts';

const keepersText = '只有主要负责人和安全管理人员可以维护重大危险源';
const assessedYears = 3;
const years = (day: string, count: number) => {
  const next = `${Number(day.slice(0, 4)) + count}${day.slice(4)}`;
  return next.endsWith('-02-29') ? next.replace('-29', '-28') : next;
};
const rounded = (value: number) => Math.round(value * 100) / 100;

const judged = (substances: readonly HazardSubstance[], exposed: number) => ({
  ratio: rounded(ratioOf(substances)),
  rValue: rounded(rOf(substances, exposed)),
  level: levelOf(substances, exposed),
});

export const hazardSourceModule = defineModule('hazardSource', {
  needs: { staff: staffModule },
  open({ kit, staff }) {
    const keeps = (tx: Tx) => staff.mayActAs(tx, ['head', 'safetyManager']);
    const demandDays = ({ filedOn, assessedOn }: { filedOn?: string | null; assessedOn?: string | null }) => {
      const today = dayOf(kit.clock.now());
      if (filedOn && filedOn > today) throw invalid({ field: 'filedOn', msg: '备案日期不能晚于今天' });
      if (assessedOn && assessedOn > today) throw invalid({ field: 'assessedOn', msg: '评估日期不能晚于今天' });
    };
    return openResource(hazardSource, kit, {
      reads: keeps,
      conditions: (_tx, { id }) => onlyId(id),
      frozen: (_row, _scope, isKeeper) => (isKeeper === false ? keepersText : null),
      createRefusal: async (tx) => ((await keeps(tx)) ? null : keepersText),
      async beforeCreate(tx, input) {
        demandDays(input);
        return judged(input.substances, input.exposed);
      },
      beforeUpdate(_tx, row, patch) {
        demandDays(patch);
        return judged(patch.substances ?? row.substances, patch.exposed ?? row.exposed);
      },
      saved: (tx, ids) =>
        updateExpiryLedger(tx, kit.events, hazardSource, ids, (row) => [
          {
            itemType: 'safetyAssessment',
            itemName: row.name,
            validTo: row.level !== 'none' && row.assessedOn !== null ? years(row.assessedOn, assessedYears) : null,
          },
        ]),
    });
  },
  calls: hazardSourceCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, rows) =>
      (await rows.exists(tx, { enterpriseId: ids })) ? '名下还有重大危险源，请先删除' : null,
  },
  seed: seedHazardSources,
});
