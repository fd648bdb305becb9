// An inspection as it is on this phone: what the server had of it, and what was done here since.
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
import type { WorkBody } from '@anlan/contract/modules/delivery/delivery';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import type { Work } from '#lib/kept/outbox.ts';

// Bodies were written by this page as those of their kinds.
const bodyOf = <K extends keyof Bodies>(work: Work): Bodies[K] => JSON.parse(work.body ?? '{}') as Bodies[K];
interface Bodies {
  'inspection.answer': WorkBody<'inspection.answer'>;
  'inspection.passRest': WorkBody<'inspection.passRest'>;
  'inspection.addItem': WorkBody<'inspection.addItem'>;
  'inspection.finish': WorkBody<'inspection.finish'>;
}

function itemsAfter(items: readonly FoundItem[], work: Work): FoundItem[] {
  const stamp = { at: formatInstant(new Date(work.at)), via: work.id };
  switch (work.kind) {
    case 'inspection.answer': {
      const { key, given } = bodyOf<'inspection.answer'>(work);
      return items.map((one) => (one.item.key === key ? { ...answered(one, given), ...stamp } : one));
    }
    case 'inspection.passRest': {
      const keys = new Set(bodyOf<'inspection.passRest'>(work).keys);
      return items.map((one) =>
        isFilledByRest(one) && keys.has(one.item.key) ? { ...one, result: 'pass', rest: true, ...stamp } : one,
      );
    }
    case 'inspection.undoRest': {
      const keys = new Set(bodyOf<'inspection.passRest'>(work).keys);
      return items.map((one) =>
        one.rest && keys.has(one.item.key) ? { ...one, result: null, rest: false, ...stamp } : one,
      );
    }
    case 'inspection.addItem': {
      const { key, text } = bodyOf<'inspection.addItem'>(work);
      if (items.some(({ item }) => item.key === key)) return [...items];
      const found: FoundItem = {
        ...unanswered({ key, kind: 'judgement', text, clause: null }),
        result: 'fail',
        ...stamp,
      };
      return [...items, { ...found, result: resultOf(found) }];
    }
    default:
      return [...items];
  }
}

/** The inspection after a piece of work, as the server will have it. */
export function after(row: Inspection, work: Work): Inspection {
  if (work.kind === 'photo') return row;
  if (work.kind !== 'inspection.finish') return { ...row, items: itemsAfter(row.items, work) };
  const { conclusion, signatures } = bodyOf<'inspection.finish'>(work);
  return { ...row, conclusion, signatures, status: 'finished', finishedAt: new Date(work.at), abilities: [] };
}

/** The inspection with all that was done here and has not arrived, or has and is not in what was read (`waited`). */
export const withWork = (row: Inspection, works: readonly Work[], waited: ReadonlySet<string>): Inspection =>
  works
    .filter(({ id, state }) => state === 'queued' || ((state === 'sent' || state === 'checked') && waited.has(id)))
    .reduce(after, row);

/** An answer in words, for the ledger. */
export function saidOf(found: FoundItem, given: ItemAnswer): string {
  const { result, amount, said, item, note } = answered(found, given);
  const value = amount === null ? said : `${amount}${item.unit ?? ''}`;
  return [result === null ? '未填写' : itemResults[result], value, note].filter(Boolean).join('，');
}
