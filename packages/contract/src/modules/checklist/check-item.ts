// Items of a check list, their answers during the inspection, and the results.
import * as z from 'zod/mini';
import { requiredText, id, prose, text } from '../../domain/fields.ts';

/** Kinds of check list items, with labels. */
export const itemKinds = {
  judgement: '判断',
  choice: '选择',
  number: '数值',
  photo: '拍照',
  text: '文字',
} as const;
export type ItemKind = keyof typeof itemKinds;
/** Results of check list items, with labels (dictionary inspectionResult). */
export const itemResults = { pass: '符合', fail: '不符合', notApplicable: '不适用', unchecked: '未排查' } as const;
export type ItemResult = keyof typeof itemResults;
const keysOf = <T extends object>(map: T) => Object.keys(map) as [keyof T & string, ...(keyof T & string)[]];
export const maxItems = 200;

const amount = z.number('请填写数字').check(z.gte(-1e9, '数值过小'), z.lte(1e9, '数值过大'));
/** Key of an item, unique within its list. */
export const itemKey = z.string().check(z.regex(/^[a-z0-9]{1,16}$/));
export const fileReference = z.object({
  id,
  name: z.string().check(z.maxLength(200)),
});

export const checkItem = z
  .object({
    key: itemKey,
    kind: z.enum(keysOf(itemKinds), '请选择检查方式'),
    text: requiredText(200, '检查内容'),
    /** The problem if the item fails, in the words of a rectification order: 安全出口被堵塞. */
    fault: z.optional(z.nullable(text(200, '问题描述'))),
    /**
     * Clause that requires the item, as the author of the list cites it. A rectification order uses it as legal
     * basis.
     */
    clause: z.optional(z.nullable(text(120, '条款'))),
    /** How to check the item, or the source of the requirement. */
    basis: z.optional(z.nullable(text(300, '依据'))),
    /** Category of a danger that is found with this item (dictionary hiddenDangerCategory). */
    category: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/)))),
    /**
     * Options of a choice. Each option is marked as in order or not in order. A selected option that is not in order
     * fails the item.
     */
    options: z.optional(
      z
        .array(
          z.object({
            label: requiredText(30, '选项'),
            ok: z.boolean(),
          }),
        )
        .check(z.maxLength(8, '选项最多 8 个')),
    ),
    /** Lowest number that passes. */
    min: z.optional(z.nullable(amount)),
    /** Highest number that passes. */
    max: z.optional(z.nullable(amount)),
    unit: z.optional(z.nullable(text(12, '单位'))),
    /** Minimum number of photos that the item needs. */
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
export type CheckItem = z.output<typeof checkItem>;
export const checkItems = z.array(checkItem).check(
  z.maxLength(maxItems, `检查项最多 ${maxItems} 项`),
  z.refine((items) => new Set(items.map(({ key }) => key)).size === items.length, '检查项的标识重复'),
);

/** An answer to an item; absent fields stay unchanged. */
export const itemAnswer = z.object({
  /** Result that a person chose; null clears it. */
  result: z.optional(z.nullable(z.enum(keysOf(itemResults)))),
  /** Selected option, or the text of the answer. */
  said: z.optional(z.nullable(prose(500, '内容'))),
  amount: z.optional(z.nullable(amount)),
  note: z.optional(z.nullable(prose(500, '说明'))),
  /** Legal basis that the inspector cites if the check list has none. */
  clause: z.optional(z.nullable(text(120, '法律依据'))),
  photos: z.optional(z.array(fileReference).check(z.maxLength(9, '照片最多 9 张'))),
});
export type ItemAnswer = z.output<typeof itemAnswer>;

/** An item with its answer, as an inspection stores both. */
export const answeredItem = z.object({
  /** Copy of the item from the start of the inspection. */
  item: checkItem,
  /** Result; null as long as the item has no answer. */
  result: z.nullable(z.enum(keysOf(itemResults))),
  said: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  note: z.nullable(z.string()),
  /** Legal basis that the inspector cites; if absent, the legal basis of the item applies. */
  clause: z.optional(z.nullable(z.string())),
  photos: z.array(fileReference),
  /** Whether the action that passes all remaining items filled this item. */
  rest: z.boolean(),
  at: z.nullable(z.string()),
  by: z.nullable(z.string()),
  dangerId: z.nullable(id),
  /** Id of the offline work that last answered the item; absent if it was answered online. */
  via: z.optional(z.nullable(id)),
});
export type AnsweredItem = z.output<typeof answeredItem>;

export const createUnansweredItem = (item: CheckItem): AnsweredItem => ({
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

export const isWithin = ({ min, max }: Pick<CheckItem, 'min' | 'max'>, value: number): boolean =>
  value >= (min ?? -Infinity) && value <= (max ?? Infinity);

/**
 * Computes the result of an item. A person always sets "not applicable" (不适用) and "unchecked" (未排查). Numbers and
 * choices follow the rules of the item. Photos and texts pass when present, unless a person sets another result.
 */
export function computeResult({
  item,
  result,
  said: answerText,
  amount,
  photos,
}: Omit<AnsweredItem, 'at' | 'by' | 'via' | 'clause'>): ItemResult | null {
  if (result === 'notApplicable' || result === 'unchecked') return result;
  switch (item.kind) {
    case 'judgement':
      return result;
    case 'number':
      return amount === null ? null : isWithin(item, amount) ? 'pass' : 'fail';
    case 'choice': {
      const selectedOption = item.options?.find(({ label }) => label === answerText);
      return selectedOption === undefined ? null : selectedOption.ok ? 'pass' : 'fail';
    }
    case 'photo':
      return photos.length < Math.max(1, item.photos ?? 1) ? null : result === 'fail' ? 'fail' : 'pass';
    case 'text':
      return answerText === null || answerText === '' ? null : result === 'fail' ? 'fail' : 'pass';
  }
}

/** Applies an answer to an item: absent fields stay unchanged, and the result is computed again. */
export function applyAnswer(previous: AnsweredItem, answer: ItemAnswer): AnsweredItem {
  const next: AnsweredItem = {
    ...previous,
    rest: false,
    said: answer.said === undefined ? previous.said : answer.said,
    amount: answer.amount === undefined ? previous.amount : answer.amount,
    note: answer.note === undefined ? previous.note : answer.note,
    photos: answer.photos ?? previous.photos,
    ...(answer.clause === undefined ? {} : { clause: answer.clause || null }),
    result: answer.result === undefined ? previous.result : answer.result,
  };
  // A new value is judged again, so it replaces an earlier "not applicable" (不适用).
  const isValue = answer.amount !== undefined || answer.said !== undefined || answer.photos !== undefined;
  if (isValue && answer.result === undefined && next.item.kind !== 'judgement')
    if (next.result === 'notApplicable' || next.result === 'unchecked') next.result = null;
  return { ...next, result: computeResult(next) };
}

/** Whether the action that passes all remaining items fills this item. It fills only judgements without an answer. */
export const isFilledByRest = ({ item, result }: AnsweredItem): boolean => item.kind === 'judgement' && result === null;

/** Legal basis that the inspector cites, or else the legal basis of the check list. */
export const clauseOf = ({ item, clause }: Pick<AnsweredItem, 'item' | 'clause'>): string | null =>
  clause || item.clause || null;

/**
 * Describes the problem in one sentence, without the requirement. Returns null if list, answer and inspector name no
 * problem.
 */
export function describeFault({
  item,
  said: answerText,
  note,
  amount,
}: Pick<AnsweredItem, 'item' | 'said' | 'note' | 'amount'>) {
  const unit = item.unit ?? '';
  const limit = amount !== null && amount > (item.max ?? Infinity) ? `高于 ${item.max}` : `低于 ${item.min}`;
  const measured = amount === null ? null : `实测 ${amount}${unit}，${limit}${unit}`;
  const seen = [note, item.kind === 'choice' ? answerText : measured].filter(Boolean).join('，');
  // A number or a choice needs the item's name before it. A person's own words need no name.
  const about = item.fault || (note || seen === '' ? '' : item.text);
  return [about, seen].filter(Boolean).join('：').slice(0, 300) || null;
}

/** Describes what is missing before the inspection can finish. `forOrder`: whether a rectification order may follow. */
export function findMissingInput(current: AnsweredItem, forOrder = false): string | null {
  const { item, result, note, photos } = current;
  if (result === null) return item.kind === 'number' ? '请填写数值' : item.kind === 'photo' ? '请拍照' : '还没有结果';
  if (result === 'unchecked' && !note) return '未排查请说明原因';
  if (result === 'fail' && photos.length === 0 && !note) return '不符合请拍照或说明情况';
  if (result === 'fail' && forOrder && describeFault(current) === null) return '不符合请写明存在的问题';
  return null;
}

export function countResults(items: readonly AnsweredItem[]) {
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
