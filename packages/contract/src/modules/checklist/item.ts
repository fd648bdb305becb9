// Items of a check list, what is answered to them on site, and which result an answer means.
import * as z from 'zod/mini';
import { filled, id, prose, text } from '../../domain/fields.ts';

/** Kinds of items (domain.md §8.11). */
export const itemKinds = {
  judgement: '判断',
  choice: '选择',
  number: '数值',
  photo: '拍照',
  text: '文字',
} as const;
/** A kind of items. */
export type ItemKind = keyof typeof itemKinds;
/** Results of items (dictionary inspectionResult). */
export const itemResults = { pass: '符合', fail: '不符合', notApplicable: '不适用', unchecked: '未排查' } as const;
/** A result of an item. */
export type ItemResult = keyof typeof itemResults;
const keysOf = <T extends object>(map: T) => Object.keys(map) as [keyof T & string, ...(keyof T & string)[]];
/** Most items of one list. */
export const itemsMost = 200;

const amount = z.number('请填写数字').check(z.gte(-1e9, '数值过小'), z.lte(1e9, '数值过大'));
/** Key of an item, unlike those of the others in its list. */
export const itemKey = z.string().check(z.regex(/^[a-z0-9]{1,16}$/));
/** A stored picture or paper. */
export const keptFile = z.object({
  /** Id of the file. */ id,
  /** Its name. */ name: z.string().check(z.maxLength(200)),
});

/** An item of a check list. */
export const checkItem = z
  .object({
    /** Key of the item within its list. */
    key: itemKey,
    /** How it is answered. */
    kind: z.enum(keysOf(itemKinds), '请选择检查方式'),
    /** What is looked at. */
    text: filled(200, '检查内容'),
    /** What is wrong where it fails, as an order says it: 安全出口被堵塞. */
    fault: z.optional(z.nullable(text(200, '问题描述'))),
    /** Clause that asks for it, as the list's author cites it; the legal basis of an order. */
    clause: z.optional(z.nullable(text(120, '条款'))),
    /** How to look, or where the demand comes from. */
    basis: z.optional(z.nullable(text(300, '依据'))),
    /** What a danger found here is filed under (hiddenDangerCategory). */
    category: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/)))),
    /** Answers of a choice; those that are not in order fail. */
    options: z.optional(
      z
        .array(
          z.object({
            /** Words of the answer. */ label: filled(30, '选项'),
            /** Whether it is in order. */ ok: z.boolean(),
          }),
        )
        .check(z.maxLength(8, '选项最多 8 个')),
    ),
    /** Lowest number in order. */
    min: z.optional(z.nullable(amount)),
    /** Highest number in order. */
    max: z.optional(z.nullable(amount)),
    /** Unit of the number. */
    unit: z.optional(z.nullable(text(12, '单位'))),
    /** How many photos at least. */
    photos: z.optional(z.int().check(z.gte(0), z.lte(9, '照片最多 9 张'))),
  })
  .check(
    z.refine(({ kind, options = [] }) => kind !== 'choice' || (options.length >= 2 && options.some(({ ok }) => ok)), {
      error: '选择项至少两个选项，其中至少一个符合要求',
      path: ['options'],
    }),
    z.refine(({ kind, min, max }) => kind !== 'number' || (min ?? null) !== null || (max ?? null) !== null, {
      error: '数值项请填写上限或下限',
      path: ['min'],
    }),
    z.refine(({ min, max }) => (min ?? -Infinity) <= (max ?? Infinity), { error: '下限不能大于上限', path: ['min'] }),
  );
/** An item of a check list. */
export type CheckItem = z.output<typeof checkItem>;
/** The items of a list in their order. */
export const checkItems = z.array(checkItem).check(
  z.maxLength(itemsMost, `检查项最多 ${itemsMost} 项`),
  z.refine((items) => new Set(items.map(({ key }) => key)).size === items.length, '检查项的标识重复'),
);

/** What was answered to an item; what is absent stays. */
export const itemAnswer = z.object({
  /** The result, where a person judges; null takes it back. */
  result: z.optional(z.nullable(z.enum(keysOf(itemResults)))),
  /** Words of the chosen answer, or what was written. */
  said: z.optional(z.nullable(prose(500, '内容'))),
  /** The number that was read. */
  amount: z.optional(z.nullable(amount)),
  /** What is to be said about it. */
  note: z.optional(z.nullable(prose(500, '说明'))),
  /** Legal basis that the list does not cite. */
  clause: z.optional(z.nullable(text(120, '法律依据'))),
  /** Photos that were taken. */
  photos: z.optional(z.array(keptFile).check(z.maxLength(9, '照片最多 9 张'))),
});
/** What was answered to an item. */
export type ItemAnswer = z.output<typeof itemAnswer>;

/** An item with what was found, as an inspection keeps it. */
export const foundItem = z.object({
  /** The item as the template had it when the inspection began. */
  item: checkItem,
  /** The result; null as long as nobody answered. */
  result: z.nullable(z.enum(keysOf(itemResults))),
  /** Words of the chosen answer, or what was written. */
  said: z.nullable(z.string()),
  /** The number that was read. */
  amount: z.nullable(z.number()),
  /** What was said about it. */
  note: z.nullable(z.string()),
  /** Legal basis that the inspector cites; that of the item where absent. */
  clause: z.optional(z.nullable(z.string())),
  /** Photos that were taken. */
  photos: z.array(keptFile),
  /** Filled in with the rest, not by itself. */
  rest: z.boolean(),
  /** When it was answered last, as people read it. */
  at: z.nullable(z.string()),
  /** Who answered it last. */
  by: z.nullable(z.string()),
  /** The hidden danger that was opened for it. */
  dangerId: z.nullable(id),
  /** The piece of work from a phone that answered it last; absent where it was answered otherwise. */
  via: z.optional(z.nullable(id)),
});
/** An item with what was found. */
export type FoundItem = z.output<typeof foundItem>;

/** An item that nobody answered. */
export const unanswered = (item: CheckItem): FoundItem => ({
  item,
  result: null,
  said: null,
  amount: null,
  note: null,
  photos: [],
  rest: false,
  at: null,
  by: null,
  dangerId: null,
});

/** Whether a number lies within an item's limits. */
export const isWithin = ({ min, max }: Pick<CheckItem, 'min' | 'max'>, value: number): boolean =>
  value >= (min ?? -Infinity) && value <= (max ?? Infinity);

/**
 * Which result the answers to an item mean. 不适用 and 未排查 are always a person's word; numbers and choices are judged
 * by the item alone; photos and texts are in order once they are there, unless a person says otherwise.
 */
export function resultOf({
  item,
  result,
  said,
  amount,
  photos,
}: Omit<FoundItem, 'at' | 'by' | 'via' | 'clause'>): ItemResult | null {
  if (result === 'notApplicable' || result === 'unchecked') return result;
  switch (item.kind) {
    case 'judgement':
      return result;
    case 'number':
      return amount === null ? null : isWithin(item, amount) ? 'pass' : 'fail';
    case 'choice': {
      const chosen = item.options?.find(({ label }) => label === said);
      return chosen === undefined ? null : chosen.ok ? 'pass' : 'fail';
    }
    case 'photo':
      return photos.length < Math.max(1, item.photos ?? 1) ? null : result === 'fail' ? 'fail' : 'pass';
    case 'text':
      return said === null || said === '' ? null : result === 'fail' ? 'fail' : 'pass';
  }
}

/** An item after an answer: what is absent stays, and the result follows. */
export function answered(found: FoundItem, given: ItemAnswer): FoundItem {
  const next: FoundItem = {
    ...found,
    rest: false,
    said: given.said === undefined ? found.said : given.said,
    amount: given.amount === undefined ? found.amount : given.amount,
    note: given.note === undefined ? found.note : given.note,
    photos: given.photos ?? found.photos,
    ...(given.clause === undefined ? {} : { clause: given.clause || null }),
    result: given.result === undefined ? found.result : given.result,
  };
  // A new value is judged anew; an earlier 不适用 does not outlive it.
  const isValue = given.amount !== undefined || given.said !== undefined || given.photos !== undefined;
  if (isValue && given.result === undefined && next.item.kind !== 'judgement')
    if (next.result === 'notApplicable' || next.result === 'unchecked') next.result = null;
  return { ...next, result: resultOf(next) };
}

/** Whether 'all pass but these' fills an item: judgement alone, and only where nobody answered. */
export const isFilledByRest = ({ item, result }: FoundItem): boolean => item.kind === 'judgement' && result === null;

/** Legal basis of what was found: the inspector's, else that of the list. */
export const clauseOf = ({ item, clause }: Pick<FoundItem, 'item' | 'clause'>): string | null =>
  clause || item.clause || null;

/** What is wrong, in one sentence, never what is required; null where neither list, answer nor inspector says it. */
export function faultOf({ item, said, note, amount }: Pick<FoundItem, 'item' | 'said' | 'note' | 'amount'>) {
  const unit = item.unit ?? '';
  const limit = amount !== null && amount > (item.max ?? Infinity) ? `高于 ${item.max}` : `低于 ${item.min}`;
  const measured = amount === null ? null : `实测 ${amount}${unit}，${limit}${unit}`;
  const seen = [note, item.kind === 'choice' ? said : measured].filter(Boolean).join('，');
  // What was measured or chosen needs the name of what it is about; the words of a person do not.
  const about = item.fault || (note || seen === '' ? '' : item.text);
  return [about, seen].filter(Boolean).join('：').slice(0, 300) || null;
}

/** What an item still lacks before the inspection can be finished, in words; `forOrder`: an order may follow. */
export function lacking(found: FoundItem, forOrder = false): string | null {
  const { item, result, note, photos } = found;
  if (result === null) return item.kind === 'number' ? '请填写数值' : item.kind === 'photo' ? '请拍照' : '还没有结果';
  if (result === 'unchecked' && !note) return '未排查请说明原因';
  if (result === 'fail' && photos.length === 0 && !note) return '不符合请拍照或说明情况';
  if (result === 'fail' && forOrder && faultOf(found) === null) return '不符合请写明存在的问题';
  return null;
}

/** How far an inspection is. */
export function tallyOf(items: readonly FoundItem[]) {
  const of = (result: ItemResult) => items.filter((one) => one.result === result).length;
  return {
    total: items.length,
    done: items.filter(({ result }) => result !== null).length,
    pass: of('pass'),
    fail: of('fail'),
    notApplicable: of('notApplicable'),
    unchecked: of('unchecked'),
    rest: items.filter(isFilledByRest).length,
  };
}
