// What is done on site without a network and sent later; the same rules as on the page, at the time when it was done.
import { seenOf, type Rival, type WorkBody } from '@anlan/contract/modules/delivery/delivery';
import { itemResults, type FoundItem } from '@anlan/contract/modules/checklist/item';
import type { Permit } from '@anlan/contract/permits';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#platform/db/index.ts';
import type { Saved } from '#kit/save.ts';
import type { Arrival } from './claimed-time.ts';
import type { createOnSite } from './on-site.ts';

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

/** What is answered item by item, of whatever rows: what each kind of work does. */
export function createItemWorks<P extends Permit>(
  permit: P,
  { answerIn, passRestIn, undoRestIn, addItemIn, stampOf }: ReturnType<typeof createOnSite>,
) {
  return {
    answer: {
      permit,
      async take(tx: Tx, { id, key, seen, given }: WorkBody<'inspection.answer'>, arrival: Arrival) {
        const stamp = await stampOf(tx, id, arrival);
        // Somebody else, or another phone, answered it since the person looked: both stay, and a person chooses.
        return answerIn(tx, { id, key, given, stamp }, (found, next) =>
          seenOf(found) === seen || agree(found, next) ? null : rivalOf(found),
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

/** Work of inspections, by its kinds. */
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
      take: async (tx: Tx, { id, ...asked }: WorkBody<'inspection.finish'>, arrival: Arrival): Promise<void> => {
        await finishAt(tx, id, asked, arrival);
      },
    },
  };
}
