import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesToRepeat } from '../../session/live/rules.ts';

test('repeats every missed notice frame in order for a reconnected client', () => {
  const types = fc.constantFrom('6' as const, '7' as const, 'pcRedDot' as const, 'statistics' as const);
  fc.assert(
    fc.property(fc.array(types), (all) => {
      const frames = all.map((type, index) => ({ type, index }));
      const repeatedFrames = framesToRepeat(frames);
      const notices = (some: typeof frames) => some.filter(({ type }) => type === '6' || type === '7');
      expect(notices(repeatedFrames)).toEqual(notices(frames));
      for (const type of ['pcRedDot', 'statistics'] as const)
        expect(repeatedFrames.filter((one) => one.type === type)).toEqual(
          frames.filter((one) => one.type === type).slice(-1),
        );
    }),
  );
});
