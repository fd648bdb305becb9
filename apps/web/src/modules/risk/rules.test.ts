import { describe, expect, test } from 'vitest';
import { warnedKinds } from '@anlan/contract/modules/risk/rule';
import { ApiError } from '#lib/api-error.ts';
import {
  audienceText,
  expiryOf,
  levels,
  popupOf,
  standingOf,
  timeText,
  type PopupForm,
  type PopupRule,
} from './rules.ts';

const form: PopupForm = {
  enabled: true,
  title: '寒潮提示',
  text: '注意防冻',
  level: 'considerable',
  audience: ['enterprise', 'shop'],
  colors: ['red', 'unrated'],
  since: null,
  until: null,
};
const rule = (more: Partial<PopupForm>): PopupRule => {
  const { enabled, ...content } = { ...form, ...more };
  const head = { id: null, name: '弹窗提示', source: 'own', version: 1, updatedAt: null, updatedBy: null } as const;
  return { ...head, abilities: [], type: 'popup', enabled, content };
};
const refused = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.errors;
    throw error;
  }
  return [];
};

describe('popup texts', () => {
  test('name the audience, with the colours that limit a user type', () => {
    expect(audienceText(form, warnedKinds)).toBe('企业人员（红、未评）、店铺用户');
    expect(audienceText({ audience: ['regulator'], colors: ['red'] }, warnedKinds)).toBe('监管人员');
  });

  test.each([
    [null, null, '长期'],
    ['2026-03-01', null, '2026-03-01 起'],
    [null, '2026-03-02', '至 2026-03-02'],
    ['2026-03-01', '2026-03-02', '2026-03-01 至 2026-03-02'],
  ])('format the period %s to %s', (since, until, words) => expect(timeText({ since, until })).toBe(words));

  test.each([
    [{ enabled: false }, '已停用'],
    [{}, '启用中'],
    [{ since: '2026-03-02' }, '待生效'],
    [{ until: '2026-02-28' }, '已过期'],
    [{ since: '2026-03-01', until: '2026-03-01' }, '启用中'],
    [{ enabled: false, until: '2026-02-28' }, '已停用'],
  ])('show a rule with %j as %s', (more, label) => expect(standingOf(rule(more), '2026-03-01').label).toBe(label));

  test('use a different word, colour and icon for each level', () => {
    for (const of of ['label', 'tone', 'icon'] as const)
      expect(new Set(levels.map((level) => level[of])).size).toBe(levels.length);
  });
});

describe('converting form values of a risk rule', () => {
  test('reports the field of an invalid value', () => {
    expect(popupOf(form, 3)).toEqual({ ...form, version: 3 });
    expect(refused(() => popupOf({ ...form, title: ' ' }, 0))).toEqual([{ field: 'title', msg: '标题不能为空' }]);
    expect(refused(() => popupOf({ ...form, since: '2026-03-02', until: '2026-03-01' }, 0))).toEqual([
      { field: 'until', msg: '结束日期不能早于开始日期' },
    ]);
    expect(expiryOf({ enabled: false, days: 30 }, 0)).toEqual({ enabled: false, days: 30, version: 0 });
    for (const days of [0, 366, 1.5, null])
      expect(refused(() => expiryOf({ enabled: true, days }, 0))).toMatchObject([{ field: 'days' }]);
  });
});
