// What is answered on site as it is on this phone: what the server had of it, and what was done here since.
import { formatInstant } from '@anlan/contract/domain/instant';
import {
  answered,
  isFilledByRest,
  itemResults,
  resultOf,
  unanswered,
  type FoundItem,
  type ItemAnswer,
} from '@anlan/contract/modules/checklist/item';
import type { WorkBody, WorkKind } from '@anlan/contract/modules/delivery/delivery';
import type { Work } from '#lib/kept/outbox.ts';

/** The body of a piece of work of a kind; written here as that of its kind. */
export const bodyOf = <K extends WorkKind>(work: Work): WorkBody<K> => JSON.parse(work.body ?? '{}') as WorkBody<K>;
/** What a piece of work does to its row: the last word of its kind. */
export const stepOf = ({ kind }: Work): string => kind.split('.')[1] ?? kind;

/** Items after a piece of work, as the server will have them. */
export function itemsAfter(items: readonly FoundItem[], work: Work): readonly FoundItem[] {
  const stamp = { at: formatInstant(new Date(work.at)), via: work.id };
  switch (stepOf(work)) {
    case 'answer': {
      const { key, given } = bodyOf<'inspection.answer'>(work);
      return items.map((one) => (one.item.key === key ? { ...answered(one, given), ...stamp } : one));
    }
    case 'passRest': {
      const keys = new Set(bodyOf<'inspection.passRest'>(work).keys);
      return items.map((one) =>
        isFilledByRest(one) && keys.has(one.item.key) ? { ...one, result: 'pass', rest: true, ...stamp } : one,
      );
    }
    case 'undoRest': {
      const keys = new Set(bodyOf<'inspection.undoRest'>(work).keys);
      return items.map((one) =>
        one.rest && keys.has(one.item.key) ? { ...one, result: null, rest: false, ...stamp } : one,
      );
    }
    case 'addItem': {
      const { key, text } = bodyOf<'inspection.addItem'>(work);
      if (items.some(({ item }) => item.key === key)) return items;
      const found: FoundItem = {
        ...unanswered({ key, kind: 'judgement', text, fault: text, clause: null }),
        result: 'fail',
        ...stamp,
      };
      return [...items, { ...found, result: resultOf(found) }];
    }
    default:
      return items;
  }
}

/** Work that a row on this phone shows beyond what was read: not arrived, or arrived and not in what was read (`waited`). */
export const shownWork = (works: readonly Work[], waited: ReadonlySet<string>): Work[] =>
  works.filter(
    ({ id, state, kind }) =>
      kind !== 'photo' && (state === 'queued' || ((state === 'sent' || state === 'checked') && waited.has(id))),
  );

/** An answer in words, for the ledger. */
export function saidOf(found: FoundItem, given: ItemAnswer): string {
  const { result, amount, said, item, note } = answered(found, given);
  const value = amount === null ? said : `${amount}${item.unit ?? ''}`;
  return [result === null ? '未填写' : itemResults[result], value, note].filter(Boolean).join('，');
}
