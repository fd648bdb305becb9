import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clamped, freshAreaKey, isInside, levelOfArea, nudged } from './floor-plan-rules.ts';

const square = [
  { x: 0.2, y: 0.2 },
  { x: 0.8, y: 0.2 },
  { x: 0.8, y: 0.8 },
  { x: 0.2, y: 0.8 },
];

test('gives an area the worst level of its points, or null without points', () => {
  const at = (level: 'major' | 'low', x: number) => ({ level, spot: { x, y: 0.5 } });
  expect(levelOfArea({ corners: square }, [at('low', 0.5), at('major', 0.6)])).toBe('major');
  expect(levelOfArea({ corners: square }, [at('low', 0.5), at('major', 0.9)])).toBe('low');
  expect(levelOfArea({ corners: square }, [at('major', 0.1)])).toBeNull();
});

test('keeps dragged marks and marks moved by arrow keys inside the site plan', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const key = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown');
  fc.assert(
    fc.property(share, share, key, fc.boolean(), (x, y, pressed, far) => {
      const spot = nudged({ x, y }, pressed, far);
      expect(spot && [spot.x, spot.y].every((one) => one >= 0 && one <= 1)).toBe(true);
    }),
  );
  expect(clamped(-0.3)).toBe(0);
  expect(clamped(7)).toBe(1);
  expect(nudged({ x: 0.5, y: 0.5 }, 'Enter', false)).toBeNull();
});

test('detects whether a position is inside a square', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (x, y) => {
      fc.pre(![0.2, 0.8].includes(x) && ![0.2, 0.8].includes(y));
      expect(isInside({ x, y }, square)).toBe(x > 0.2 && x < 0.8 && y > 0.2 && y < 0.8);
    }),
  );
});

test('creates a key for a new area that no other area has', () => {
  expect(freshAreaKey([])).toBe('a1');
  expect(freshAreaKey([{ key: 'a7' }, { key: 'b9' }])).toBe('a8');
});
