import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRepeat } from '../../session/live/rules.ts';

test('whoever was away hears every notice in its order, and of mere hints the last', () => {
  const types = fc.constantFrom('6' as const, '7' as const, 'pcRedDot' as const, 'statistics' as const);
  fc.assert(
    fc.property(fc.array(types), (all) => {
      const frames = all.map((type, index) => ({ type, index }));
      const told = toRepeat(frames);
      const notices = (some: typeof frames) => some.filter(({ type }) => type === '6' || type === '7');
      expect(notices(told)).toEqual(notices(frames));
      for (const type of ['pcRedDot', 'statistics'] as const)
        expect(told.filter((one) => one.type === type)).toEqual(frames.filter((one) => one.type === type).slice(-1));
    }),
  );
});
