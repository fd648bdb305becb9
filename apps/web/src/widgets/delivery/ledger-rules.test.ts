import { describe, expect, it } from 'vitest';
import type { Work } from '#lib/offline/outbox.ts';
import { linesOf, rivalsOf, wholeAnswer } from './ledger-rules.ts';

const at = Date.parse('2026-03-02T02:00:00Z');
let seq = 0;
const work = (state: Work['state'], more: Partial<Work> = {}): Work => {
  seq += 1;
  const about = { record: 'one', title: '消防检查', said: '符合', hash: '' };
  return { ...about, id: String(seq), seq, state, at: at + seq, kind: 'inspection.answer', ...more };
};
const photo = { purpose: 'photo', name: '现场.png', type: 'image/png', size: 1_000 } as const;
const summaryOf = (works: Work[]) =>
  linesOf(works).map(({ title, state, steps, photos, dropped }) => [title, state, steps, photos, dropped]);

describe('lines of the offline ledger', () => {
  it('show finished work on a row only once', () => {
    const works = [work('checked'), work('checked', { photo, kind: 'photo' }), work('dropped'), work('checked')];
    expect(summaryOf(works)).toEqual([['消防检查', 'checked', 2, 1, 1]]);
    // The line counts as compared with the server only when all its items are.
    expect(summaryOf([...works, work('sent')])).toEqual([['消防检查', 'sent', 3, 1, 1]]);
    expect(summaryOf([work('dropped')])).toEqual([['消防检查', 'dropped', 1, 0, 0]]);
  });

  it('separate pending work, other rows and other days', () => {
    const works = [
      work('queued'),
      work('checked'),
      work('checked', { record: 'two', title: '用电检查' }),
      work('checked', { at: at - 86_400_000 }),
    ];
    expect(summaryOf(works).map(([title, state]) => [title, state])).toEqual([
      ['用电检查', 'checked'],
      ['消防检查', 'checked'],
      ['消防检查', 'queued'],
      ['消防检查', 'checked'],
    ]);
  });
});

describe('conflicting answers of two devices', () => {
  const answer = (key: string, itemAnswer: object, state: Work['state'] = 'rivalled') =>
    work(state, { body: JSON.stringify({ id: 'one', key, seen: null, given: itemAnswer }) });
  it('are grouped by check item, so that the user decides once with all answers', () => {
    const works = [
      answer('exit', { result: 'fail' }),
      answer('heat', { amount: 20 }),
      answer('exit', { note: '堆放纸箱' }),
      answer('exit', { note: '两处' }),
      answer('guard', { result: 'pass' }, 'checked'),
    ];
    const [exit = [], heat = [], ...more] = rivalsOf(works);
    expect([exit.length, heat.length, more.length]).toEqual([3, 1, 0]);
    expect(wholeAnswer(exit, 'theirs')).toEqual({
      id: 'one',
      key: 'exit',
      seen: 'theirs',
      given: { result: 'fail', note: '两处' },
    });
  });
});
