// What is answered to items of check lists, and which results follow.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  answered,
  checkItem,
  checkItems,
  clauseOf,
  faultOf,
  isFilledByRest,
  isWithin,
  itemKinds,
  itemResults,
  lacking,
  resultOf,
  tallyOf,
  unanswered,
  type CheckItem,
  type FoundItem,
  type ItemAnswer,
  type ItemKind,
  type ItemResult,
} from './item.ts';

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

test('whatever is answered in whatever order, the result is what the answers mean, and outside the limits fails', () => {
  fc.assert(
    fc.property(items, fc.array(answers, { maxLength: 6 }), (item, given) => {
      let found = unanswered(item);
      for (const one of given) found = answered(found, one);
      expect(found.result).toBe(resultOf(found));
      expect(found.item).toEqual(item);
      const { result, amount, said, photos } = found;
      if (item.kind === 'number' && (result === 'pass' || result === 'fail')) {
        expect(amount).not.toBeNull();
        expect(result).toBe(isWithin(item, amount ?? 0) ? 'pass' : 'fail');
      }
      if (item.kind === 'choice' && result === 'pass') expect(said).toBe('完好');
      if (item.kind === 'choice' && result === 'fail') expect(said).toBe('损坏');
      if (item.kind === 'photo' && (result === 'pass' || result === 'fail'))
        expect(photos.length).toBeGreaterThanOrEqual(Math.max(1, item.photos ?? 1));
      if (item.kind === 'text' && result === 'pass') expect(said).toBeTruthy();
    }),
  );
});

test('the same answer twice changes nothing more', () => {
  fc.assert(
    fc.property(items, answers, (item, given) => {
      const once = answered(unanswered(item), given);
      expect(answered(once, given)).toEqual(once);
    }),
  );
});

test('"all pass but these" fills judgements that nobody answered, and nothing else', () => {
  fc.assert(
    fc.property(items, answers, (item, given) => {
      const found = answered(unanswered(item), given);
      expect(isFilledByRest(found)).toBe(item.kind === 'judgement' && found.result === null);
    }),
  );
});

test('a tally counts each item once, and what is done lacks no result', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(items, answers), { maxLength: 20 }), (all) => {
      const found = all.map(([item, given]) => answered(unanswered(item), given));
      const tally = tallyOf(found);
      expect(tally.pass + tally.fail + tally.notApplicable + tally.unchecked).toBe(tally.done);
      expect(tally.total).toBe(found.length);
      for (const one of found) if (one.result === null) expect(lacking(one)).not.toBeNull();
    }),
  );
});

test('a fail needs a photo or a word, 未排查 needs its reason', () => {
  const item: CheckItem = { key: 'a1', kind: 'judgement', text: '通道畅通' };
  const failed = answered(unanswered(item), { result: 'fail' });
  expect(lacking(failed)).toBe('不符合请拍照或说明情况');
  expect(lacking(answered(failed, { note: '堆放纸箱' }))).toBeNull();
  expect(lacking(answered(failed, { photos: [photo] }))).toBeNull();
  expect(lacking(answered(unanswered(item), { result: 'unchecked' }))).toBe('未排查请说明原因');
});

test('an item says what its kind needs', () => {
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

test('what is wrong is said by list, answer or inspector, and is never the demand itself', () => {
  const found = (item: Partial<CheckItem>, more: Partial<FoundItem> = {}): FoundItem => ({
    ...unanswered({ key: 'a1', kind: 'judgement', text: '安全出口畅通', ...item }),
    result: 'fail',
    ...more,
  });
  const heat = { kind: 'number', text: '储存室温度', max: 30, unit: '℃' } as const;
  const alarm = { kind: 'choice' as const, text: '报警装置' };
  expect(faultOf(found({}))).toBeNull();
  expect(faultOf(found({}, { note: '纸箱堵塞出口' }))).toBe('纸箱堵塞出口');
  expect(faultOf(found({ fault: '安全出口被堵塞' }))).toBe('安全出口被堵塞');
  expect(faultOf(found({ fault: '安全出口被堵塞' }, { note: '北门' }))).toBe('安全出口被堵塞：北门');
  expect(faultOf(found(heat, { amount: 36 }))).toBe('储存室温度：实测 36℃，高于 30℃');
  expect(faultOf(found({ ...heat, max: null, min: 10 }, { amount: 3 }))).toBe('储存室温度：实测 3℃，低于 10℃');
  expect(faultOf(found(alarm, { said: '故障' }))).toBe('报警装置：故障');
  const photos = [{ id: '01a00000-0000-7000-8000-000000000000', name: '现场.png' }];
  expect(lacking(found({}, { photos }))).toBeNull();
  expect(lacking(found({}, { photos }), true)).toBe('不符合请写明存在的问题');
  expect(clauseOf(found({ clause: '《消防法》第二十八条' }))).toBe('《消防法》第二十八条');
  expect(clauseOf(answered(found({}), { clause: '《安全生产法》第四十二条' }))).toBe('《安全生产法》第四十二条');
  expect(clauseOf(answered(found({}), { clause: '' }))).toBeNull();
});
