import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PopupContent } from '@anlan/contract/modules/risk/rule';
import { addDays } from '@anlan/contract/domain/instant';
import { isWarned } from './rules.ts';

const kinds = ['regulator', 'enterprise', 'shop'] as const;
const palette = ['red', 'orange', 'yellow', 'blue', 'unrated'] as const;
const someDay = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-02-01', days));
const rule: fc.Arbitrary<PopupContent> = fc.record({
  title: fc.constant('提示'),
  text: fc.constant('内容'),
  level: fc.constantFrom('major', 'considerable', 'general', 'low'),
  audience: fc.subarray([...kinds], { minLength: 1 }),
  colors: fc.subarray([...palette]),
  since: fc.option(someDay),
  until: fc.option(someDay),
});
const reader = fc.record({
  userType: fc.constantFrom(...kinds, 'platform' as const, null),
  color: fc.option(fc.constantFrom(...palette), { nil: undefined }),
});

describe('CA-18 the audience of a warning', () => {
  test('is only the chosen user types and colours on the chosen days', () => {
    fc.assert(
      fc.property(rule, reader, someDay, (content, { userType, color }, today) => {
        const { audience, colors, since, until } = content;
        const isTime = !(since !== null && today < since) && !(until !== null && until < today);
        const isKind = userType !== null && userType !== 'platform' && audience.includes(userType);
        const isColor =
          userType !== 'enterprise' || colors.length === 0 || (color !== undefined && colors.includes(color));
        expect(isWarned(content, { userType, color }, today)).toBe(isTime && isKind && isColor);
      }),
    );
  });

  test('sees the warning from its first to its last day, inclusive', () => {
    const content: PopupContent = {
      title: '提示',
      text: '内容',
      level: 'major',
      audience: ['shop'],
      colors: ['red'],
      since: '2026-03-01',
      until: '2026-03-02',
    };
    const shop = { userType: 'shop', color: undefined } as const;
    const days = ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'];
    expect(days.map((day) => isWarned(content, shop, day))).toEqual([false, true, true, false]);
  });
});
