// Computes the answers to show on this phone: the row of the server, changed by local work.
import { formatInstant } from '@anlan/contract/domain/instant';
import {
  applyAnswer,
  isFilledByRest,
  itemResults,
  computeResult,
  createUnansweredItem,
  type AnsweredItem,
  type ItemAnswer,
} from '@anlan/contract/modules/checklist/check-item';
import type { WorkBody, WorkKind } from '@anlan/contract/modules/delivery/offline-work';
import type { Work } from '#lib/offline/outbox.ts';

/** Parses the body of a work item. The cast is safe: this app wrote the body, and its type follows from the kind. */
export const bodyOf = <K extends WorkKind>(work: Work): WorkBody<K> => JSON.parse(work.body ?? '{}') as WorkBody<K>;
/** The step of a work item: the part of its kind after the dot, such as answer or finish. */
export const stepOf = ({ kind }: Work): string => kind.split('.')[1] ?? kind;

export function itemsAfter(items: readonly AnsweredItem[], work: Work): readonly AnsweredItem[] {
  const stamp = { at: formatInstant(new Date(work.at)), via: work.id };
  switch (stepOf(work)) {
    case 'answer': {
      const { key, given: itemAnswer } = bodyOf<'inspection.answer'>(work);
      return items.map((one) => (one.item.key === key ? { ...applyAnswer(one, itemAnswer), ...stamp } : one));
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
      const addedItem: AnsweredItem = {
        ...createUnansweredItem({ key, kind: 'judgement', text, fault: text, clause: null }),
        result: 'fail',
        ...stamp,
      };
      return [...items, { ...addedItem, result: computeResult(addedItem) }];
    }
    default:
      return items;
  }
}

/** The work to apply to the fetched row: not yet delivered, or delivered but not in the row yet (`waited`). */
export const shownWork = (works: readonly Work[], waited: ReadonlySet<string>): Work[] =>
  works.filter(
    ({ id, state, kind }) =>
      kind !== 'photo' && (state === 'queued' || ((state === 'sent' || state === 'checked') && waited.has(id))),
  );

export function saidOf(checkItem: AnsweredItem, itemAnswer: ItemAnswer): string {
  const { result, amount, said: textAnswer, item, note } = applyAnswer(checkItem, itemAnswer);
  const value = amount === null ? textAnswer : `${amount}${item.unit ?? ''}`;
  return [result === null ? '未填写' : itemResults[result], value, note].filter(Boolean).join('，');
}
