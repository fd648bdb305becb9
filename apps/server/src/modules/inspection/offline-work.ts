// Inspection work done offline and sent later. Same rules as on the page, with the time of the work.
import { itemStateId, type ConflictingAnswer, type WorkBody } from '@anlan/contract/modules/delivery/offline-work';
import { itemResults, type AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import type { Permit } from '@anlan/contract/permits';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#platform/db/index.ts';
import type { Saved } from '#kit/save.ts';
import type { Arrival } from './claimed-time.ts';
import type { createOnSite } from './on-site-answers.ts';

type Finish = Omit<WorkBody<'inspection.finish'>, 'id'>;

function saidOf({ item, result, said: answerText, amount, note }: AnsweredItem): string {
  const value = amount === null ? answerText : `${amount}${item.unit ?? ''}`;
  return [result === null ? '未填写' : itemResults[result], value, note].filter(Boolean).join('，').slice(0, 200);
}
const rivalOf = (foundItem: AnsweredItem): ConflictingAnswer => ({
  said: saidOf(foundItem),
  by: foundItem.by,
  at: foundItem.at,
  photos: foundItem.photos.length,
  seen: itemStateId(foundItem),
});
/** Whether two answers have the same content, whatever their authors and times. */
const agree = (one: AnsweredItem, other: AnsweredItem) => {
  const contentOf = ({ result, said: words, amount, note, photos }: AnsweredItem) => ({
    result,
    words,
    amount,
    note,
    photos,
  });
  return isDeepStrictEqual(contentOf(one), contentOf(other));
};

export function createItemWorks<P extends Permit>(
  permit: P,
  { answerIn, passRestIn, undoRestIn, addItemIn, stampOf }: ReturnType<typeof createOnSite>,
) {
  return {
    answer: {
      permit,
      async take(tx: Tx, { id, key, seen, given: input }: WorkBody<'inspection.answer'>, arrival: Arrival) {
        const stamp = await stampOf(tx, id, arrival);
        // If another user or phone answered after this user had read the item, both answers are returned, and a user
        // must decide.
        return answerIn(tx, { id, key, given: input, stamp }, (foundItem, next) =>
          itemStateId(foundItem) === seen || agree(foundItem, next) ? null : rivalOf(foundItem),
        );
      },
    },
    passRest: {
      permit,
      take: async (tx: Tx, { id, keys }: WorkBody<'inspection.passRest'>, arrival: Arrival): Promise<void> => {
        await passRestIn(tx, { id, keys, stamp: await stampOf(tx, id, arrival) });
      },
    },
    undoRest: {
      permit,
      take: async (tx: Tx, { id, keys }: WorkBody<'inspection.undoRest'>, arrival: Arrival): Promise<void> => {
        await undoRestIn(tx, { id, keys, stamp: await stampOf(tx, id, arrival) });
      },
    },
    addItem: {
      permit,
      take: async (tx: Tx, { id, key, text }: WorkBody<'inspection.addItem'>, arrival: Arrival): Promise<void> => {
        await addItemIn(tx, { id, key, text, stamp: await stampOf(tx, id, arrival) });
      },
    },
  };
}

export function createWorks(
  onSite: ReturnType<typeof createOnSite>,
  finishAt: (tx: Tx, id: string, asked: Finish, arrival: Arrival) => Promise<Saved>,
) {
  const items = createItemWorks('bus:inspection:edit', onSite);
  return {
    'inspection.answer': items.answer,
    'inspection.passRest': items.passRest,
    'inspection.undoRest': items.undoRest,
    'inspection.addItem': items.addItem,
    'inspection.finish': {
      permit: 'bus:inspection:finish' as const,
      take: async (tx: Tx, { id, ...input }: WorkBody<'inspection.finish'>, arrival: Arrival): Promise<void> => {
        await finishAt(tx, id, input, arrival);
      },
    },
  };
}
