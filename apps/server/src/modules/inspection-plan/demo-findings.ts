// Demo answers to check items: most items pass, failed items have a text.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { StoredFile } from '@anlan/contract/kit/field';
import {
  clauseOf,
  describeFault,
  computeResult,
  createUnansweredItem,
  type CheckItem,
  type AnsweredItem,
} from '@anlan/contract/modules/checklist/check-item';
import type { Random } from '#kernel/random.ts';

export interface DemoList {
  name: string;
  kind: string;
  items: readonly CheckItem[];
}

const notes = ['现场未落实', '记录不完整', '部分区域不符合', '设施损坏未修复', '人员不掌握要求', '临时堆放物品'];

export function foundFor(
  list: DemoList,
  random: Random,
  { at, by, photos }: { at: Date; by: string; photos: () => StoredFile[] },
): AnsweredItem[] {
  return list.items.map((item) => {
    const fails = random.chance(0.08);
    const answeredItem = {
      ...createUnansweredItem(item),
      ...answerTo(item, fails, random, photos),
      at: formatInstant(at),
      by,
    };
    const result = computeResult(answeredItem);
    return { ...answeredItem, result, note: result === 'fail' ? random.pick(notes) : null };
  });
}

function answerTo(item: CheckItem, fails: boolean, random: Random, photos: () => StoredFile[]): Partial<AnsweredItem> {
  switch (item.kind) {
    case 'judgement':
      return { result: fails ? 'fail' : random.chance(0.06) ? 'notApplicable' : 'pass' };
    case 'choice':
      return { said: (item.options?.find(({ ok }) => ok !== fails) ?? item.options?.[0])?.label ?? null };
    case 'number': {
      const [low, high] = [item.min ?? (item.max ?? 1) * 0.6, item.max ?? (item.min ?? 0) * 1.5 + 1];
      const inside = low + (high - low) * random.next();
      const outside = item.max === null || item.max === undefined ? low * 0.7 : high === low ? low * 0.8 : high * 1.15;
      return { amount: Math.round((fails ? outside : inside) * 100) / 100 };
    }
    case 'photo':
      return { photos: Array.from({ length: Math.max(1, item.photos ?? 1) }, photos).flat() };
    case 'text':
      return { said: `现场作业 ${random.between(3, 60)} 人，正常生产` };
  }
}

export const withFail = (items: readonly AnsweredItem[]): AnsweredItem[] =>
  items.some(({ result }) => result === 'fail')
    ? [...items]
    : items.map((one, at) => (at === 1 ? { ...one, result: 'fail', note: notes[0] ?? null } : one));

export const factsOf = (items: readonly AnsweredItem[]) =>
  items
    .filter(({ result }) => result === 'fail')
    .map((foundItem) => ({
      key: foundItem.item.key,
      text: describeFault(foundItem) ?? `${foundItem.item.text}不符合要求`,
      clause: clauseOf(foundItem),
      photos: foundItem.photos,
    }));
