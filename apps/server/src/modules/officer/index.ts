/**
 * officer: register of enforcement officers (执法人员) of a unit. Each officer's card is valid for certain dates and
 * divisions.
 */
import { dayOf } from '@anlan/contract/domain/instant';
import type { Inspector } from '@anlan/contract/modules/inspection/resource';
import { officerCalls, type OfferedOfficer } from '@anlan/contract/modules/officer/calls';
import { officer } from '@anlan/contract/modules/officer/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { dictionaryModule } from '../dictionary/index.ts';
import { cardProblem, choiceProblem } from './rules.ts';
import { seedOfficers } from './seed.ts';
import { cardsOf, isRegulator, placeOf } from './store.ts';

export { seededOfficers, type SeededOfficer } from './seed.ts';

interface Checked {
  validFrom: string;
  validTo: string;
  regionCodes?: readonly string[] | undefined;
  userId?: string | null | undefined;
}

export const officerModule = defineModule('officer', {
  needs: { dictionary: dictionaryModule },
  open({ kit, dictionary }) {
    const { db, clock } = kit;

    async function check(tx: Tx, { validFrom, validTo, regionCodes = [], userId }: Checked): Promise<void> {
      if (validTo < validFrom) throw invalid({ field: 'validTo', msg: '有效期止不能早于有效期起' });
      const places = await dictionary.placeNames(tx, regionCodes);
      const unknown = regionCodes.find((code) => !places.has(code));
      if (unknown !== undefined)
        throw invalid({ field: 'regionCodes', msg: `没有行政区划 ${unknown}，请重新选择管辖区域` });
      if (userId && !(await isRegulator(tx, userId)))
        throw invalid({ field: 'userId', msg: '执法人员只能绑定监管人员的账号' });
    }

    const officers = openResource(officer, kit, {
      async beforeCreate(tx, input) {
        await check(tx, input);
        return undefined;
      },
      async beforeUpdate(tx, row, patch) {
        await check(tx, {
          validFrom: patch.validFrom ?? row.validFrom,
          validTo: patch.validTo ?? row.validTo,
          regionCodes: patch.regionCodes ?? [],
          userId: patch.userId,
        });
        return undefined;
      },
      async compute(tx, rows) {
        const codes = rows.flatMap(({ regionCodes }) => regionCodes);
        const places = await dictionary.placeNames(tx, codes);
        // The last two names of the place are enough to identify a division, for example 杭州市滨江区.
        const wordsOf = ({ regionCodes }: { regionCodes: readonly string[] }) =>
          regionCodes.map((code) => places.get(code)?.split(' / ').slice(-2).join('') ?? code);
        return new Map(rows.map((row) => [row.id, { regions: wordsOf(row).join('、') }]));
      },
    });

    return {
      ...officers,
      /**
       * Returns the registered officers. Throws when an officer is not registered or has no valid card for this day
       * and place, or when fewer than `least` officers remain.
       */
      async named(
        tx: Tx,
        { inspectors, enterpriseId, least }: { inspectors: readonly Inspector[]; enterpriseId: string; least: number },
      ): Promise<Inspector[]> {
        const place = await placeOf(tx, enterpriseId);
        if (!place) throw invalid({ field: 'enterpriseId', msg: '没有这家企业，请重新选择' });
        const numbers = inspectors.flatMap(({ paperNo }) => (paperNo ? [paperNo] : []));
        const cards = new Map((await cardsOf(tx, numbers)).map((card) => [card.paperNo, card]));
        const problem = choiceProblem(inspectors, cards, { ...place, day: dayOf(clock.now()) }, least);
        if (problem !== null) throw invalid({ field: 'inspectors', msg: problem });
        return inspectors.map(({ name, paperNo }) => ({ name, paperNo: paperNo ?? null }));
      },
      offered: (scope: Scope, { enterpriseId }: { enterpriseId: string }): Promise<OfferedOfficer[]> =>
        db.read(scope, async (tx) => {
          const place = await placeOf(tx, enterpriseId);
          if (!place) throw new AppError('notFound');
          const occasion = { ...place, day: dayOf(clock.now()) };
          return (await cardsOf(tx, null)).map((card) => ({
            name: card.name,
            paperNo: card.paperNo,
            problem: cardProblem(card, occasion),
            isSelf: card.userId !== null && card.userId === scope.userId,
          }));
        }),
    };
  },
  calls: officerCalls,
  seed: seedOfficers,
});
