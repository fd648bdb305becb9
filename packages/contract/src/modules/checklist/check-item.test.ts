// Tests of the results that follow from the answers to check list items.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  applyAnswer,
  checkItem,
  checkItems,
  clauseOf,
  describeFault,
  isFilledByRest,
  isWithin,
  itemKinds,
  itemResults,
  findMissingInput,
  computeResult,
  countResults,
  createUnansweredItem,
  type CheckItem,
  type AnsweredItem,
  type ItemAnswer,
  type ItemKind,
  type ItemResult,
} from './check-item.ts';

const keys = <T extends object>(map: T) => Object.keys(map) as (keyof T & string)[];
const number = fc.integer({ min: -1_000, max: 1_000 });
const photo = { id: '01a00000-0000-7000-8000-000000000000', name: '照片.png' };

const items: fc.Arbitrary<CheckItem> = fc
  .record({
    kind: fc.constantFrom(...keys(itemKinds)),
    limits: fc.tuple(fc.option(number), fc.option(number)),
    photos: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ kind, limits: [one, other], photos }) => {
    const [min, max] = one !== null && other !== null && one > other ? [other, one] : [one, other];
    return {
      key: 'a1',
      kind,
      text: '检查内容',
      min,
      max: min === null && max === null ? 0 : max,
      photos,
      options: [
        { label: '完好', ok: true },
        { label: '损坏', ok: false },
      ],
    };
  });
const answers: fc.Arbitrary<ItemAnswer> = fc.record(
  {
    result: fc.option(fc.constantFrom<ItemResult>(...keys(itemResults))),
    said: fc.option(fc.constantFrom('完好', '损坏', '其他', '')),
    amount: fc.option(number),
    note: fc.option(fc.constantFrom('说明', '')),
    photos: fc.array(fc.constant(photo), { maxLength: 4 }),
  },
  { requiredKeys: [] },
);

test('derives the result of a check item from its final values', () => {
  fc.assert(
    fc.property(items, fc.array(answers, { maxLength: 6 }), (item, answerList) => {
      let current = createUnansweredItem(item);
      for (const one of answerList) current = applyAnswer(current, one);
      expect(current.result).toBe(computeResult(current));
      expect(current.item).toEqual(item);
      const { result, amount, said: answerText, photos } = current;
      if (item.kind === 'number' && (result === 'pass' || result === 'fail')) {
        expect(amount).not.toBeNull();
        expect(result).toBe(isWithin(item, amount ?? 0) ? 'pass' : 'fail');
      }
      if (item.kind === 'choice' && result === 'pass') expect(answerText).toBe('完好');
      if (item.kind === 'choice' && result === 'fail') expect(answerText).toBe('损坏');
      if (item.kind === 'photo' && (result === 'pass' || result === 'fail'))
        expect(photos.length).toBeGreaterThanOrEqual(Math.max(1, item.photos ?? 1));
      if (item.kind === 'text' && result === 'pass') expect(answerText).toBeTruthy();
    }),
  );
});

test('changes nothing when the same answer is applied to a check item twice', () => {
  fc.assert(
    fc.property(items, answers, (item, answer) => {
      const once = applyAnswer(createUnansweredItem(item), answer);
      expect(applyAnswer(once, answer)).toEqual(once);
    }),
  );
});

test('marks only unanswered judgement items as passed when a user passes all remaining items', () => {
  fc.assert(
    fc.property(items, answers, (item, answer) => {
      const current = applyAnswer(createUnansweredItem(item), answer);
      expect(isFilledByRest(current)).toBe(item.kind === 'judgement' && current.result === null);
    }),
  );
});

test('counts each check item in exactly one result', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(items, answers), { maxLength: 20 }), (all) => {
      const answeredItems = all.map(([item, answer]) => applyAnswer(createUnansweredItem(item), answer));
      const tally = countResults(answeredItems);
      expect(tally.pass + tally.fail + tally.notApplicable + tally.unchecked).toBe(tally.done);
      expect(tally.total).toBe(answeredItems.length);
      for (const one of answeredItems) if (one.result === null) expect(findMissingInput(one)).not.toBeNull();
    }),
  );
});

test('requires a photo or note for a failed check item', () => {
  const item: CheckItem = { key: 'a1', kind: 'judgement', text: '通道畅通' };
  const failed = applyAnswer(createUnansweredItem(item), { result: 'fail' });
  expect(findMissingInput(failed)).toBe('不符合请拍照或说明情况');
  expect(findMissingInput(applyAnswer(failed, { note: '堆放纸箱' }))).toBeNull();
  expect(findMissingInput(applyAnswer(failed, { photos: [photo] }))).toBeNull();
  expect(findMissingInput(applyAnswer(createUnansweredItem(item), { result: 'unchecked' }))).toBe('未排查请说明原因');
});

test('requires the settings that each kind of check item needs', () => {
  const wrong = (kind: ItemKind, more: Partial<CheckItem> = {}) =>
    !z.safeParse(checkItem, { key: 'a1', kind, text: '内容', ...more }).success;
  expect(wrong('judgement')).toBe(false);
  expect(wrong('number')).toBe(true);
  expect(wrong('number', { min: 0 })).toBe(false);
  expect(wrong('number', { min: 2, max: 1 })).toBe(true);
  expect(wrong('choice')).toBe(true);
  expect(
    wrong('choice', {
      options: [
        { label: '坏', ok: false },
        { label: '更坏', ok: false },
      ],
    }),
  ).toBe(true);
  const twice = { key: 'a1', kind: 'text', text: '内容' };
  expect(z.safeParse(checkItems, [twice, twice]).success).toBe(false);
});

test('describes the fault of a failed item by preset text, answer or note', () => {
  const buildFailedItem = (item: Partial<CheckItem>, more: Partial<AnsweredItem> = {}): AnsweredItem => ({
    ...createUnansweredItem({ key: 'a1', kind: 'judgement', text: '安全出口畅通', ...item }),
    result: 'fail',
    ...more,
  });
  const heat = { kind: 'number', text: '储存室温度', max: 30, unit: '℃' } as const;
  const alarm = { kind: 'choice' as const, text: '报警装置' };
  expect(describeFault(buildFailedItem({}))).toBeNull();
  expect(describeFault(buildFailedItem({}, { note: '纸箱堵塞出口' }))).toBe('纸箱堵塞出口');
  expect(describeFault(buildFailedItem({ fault: '安全出口被堵塞' }))).toBe('安全出口被堵塞');
  expect(describeFault(buildFailedItem({ fault: '安全出口被堵塞' }, { note: '北门' }))).toBe('安全出口被堵塞：北门');
  expect(describeFault(buildFailedItem(heat, { amount: 36 }))).toBe('储存室温度：实测 36℃，高于 30℃');
  expect(describeFault(buildFailedItem({ ...heat, max: null, min: 10 }, { amount: 3 }))).toBe(
    '储存室温度：实测 3℃，低于 10℃',
  );
  expect(describeFault(buildFailedItem(alarm, { said: '故障' }))).toBe('报警装置：故障');
  const photos = [{ id: '01a00000-0000-7000-8000-000000000000', name: '现场.png' }];
  expect(findMissingInput(buildFailedItem({}, { photos }))).toBeNull();
  expect(findMissingInput(buildFailedItem({}, { photos }), true)).toBe('不符合请写明存在的问题');
  expect(clauseOf(buildFailedItem({ clause: '《消防法》第二十八条' }))).toBe('《消防法》第二十八条');
  expect(clauseOf(applyAnswer(buildFailedItem({}), { clause: '《安全生产法》第四十二条' }))).toBe(
    '《安全生产法》第四十二条',
  );
  expect(clauseOf(applyAnswer(buildFailedItem({}), { clause: '' }))).toBeNull();
});
