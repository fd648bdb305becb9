// What is done on site without a network and sent later; the same rules as on the page, at the time when it was done.
import { seenOf, type Rival, type WorkBody } from '@anlan/contract/modules/delivery/delivery';
import { itemResults, type FoundItem } from '@anlan/contract/modules/checklist/item';
import { formatInstant } from '@anlan/contract/domain/instant';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#platform/db/index.ts';
import type { Saved } from '#kit/save.ts';
import type { createOnSite } from './on-site.ts';

interface Arrival {
  id: string;
  doneAt: Date;
}
type Finish = Omit<WorkBody<'inspection.finish'>, 'id'>;

/** What an item says, in words. */
function saidOf({ item, result, said, amount, note }: FoundItem): string {
  const value = amount === null ? said : `${amount}${item.unit ?? ''}`;
  return [result === null ? '未填写' : itemResults[result], value, note].filter(Boolean).join('，').slice(0, 200);
}
const rivalOf = (found: FoundItem): Rival => ({
  said: saidOf(found),
  by: found.by,
  at: found.at,
  photos: found.photos.length,
  seen: seenOf(found),
});
/** Whether two states of an item say the same, whoever said it. */
const agree = (one: FoundItem, other: FoundItem) => {
  const said = ({ result, said: words, amount, note, photos }: FoundItem) => ({ result, words, amount, note, photos });
  return isDeepStrictEqual(said(one), said(other));
};

/** Work of inspections, by its kinds. */
export function createWorks(
  { answerIn, passRestIn, undoRestIn, addItemIn }: ReturnType<typeof createOnSite>,
  finishAt: (tx: Tx, id: string, asked: Finish, at: Date) => Promise<Saved>,
) {
  const edit = 'bus:inspection:edit' as const;
  const stampOf = (tx: Tx, { id, doneAt }: Arrival) => ({
    at: formatInstant(doneAt),
    by: tx.scope.userName,
    via: id,
  });
  return {
    'inspection.answer': {
      permit: edit,
      async take(tx: Tx, { id, key, seen, given }: WorkBody<'inspection.answer'>, arrival: Arrival) {
        const stamp = stampOf(tx, arrival);
        // Somebody else, or another phone, answered it since the person looked: both stay, and a person chooses.
        return answerIn(tx, { id, key, given, stamp }, (found, next) =>
          seenOf(found) === seen || agree(found, next) ? null : rivalOf(found),
        );
      },
    },
    'inspection.passRest': {
      permit: edit,
      take: async (tx: Tx, { id, keys }: WorkBody<'inspection.passRest'>, arrival: Arrival): Promise<void> => {
        await passRestIn(tx, { id, keys, stamp: stampOf(tx, arrival) });
      },
    },
    'inspection.undoRest': {
      permit: edit,
      take: async (tx: Tx, { id, keys }: WorkBody<'inspection.undoRest'>, arrival: Arrival): Promise<void> => {
        await undoRestIn(tx, { id, keys, stamp: stampOf(tx, arrival) });
      },
    },
    'inspection.addItem': {
      permit: edit,
      take: async (tx: Tx, { id, key, text }: WorkBody<'inspection.addItem'>, arrival: Arrival): Promise<void> => {
        await addItemIn(tx, { id, key, text, stamp: stampOf(tx, arrival) });
      },
    },
    'inspection.finish': {
      permit: 'bus:inspection:finish' as const,
      take: async (tx: Tx, { id, ...asked }: WorkBody<'inspection.finish'>, { doneAt }: Arrival): Promise<void> => {
        await finishAt(tx, id, asked, doneAt);
      },
    },
  };
}
