// What a move asks and sends, by the declaration alone.
import { crud } from '@anlan/contract/kit/calls';
import { day, files, integer, json, oneOf, prose, text } from '@anlan/contract/kit/field';
import { resource } from '@anlan/contract/kit/resource';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { rowsOf } from './field-rules.ts';
import { askedOf, asksAny, begunOf, isAskable, moveOf, sentOf, toldOf, undoOf } from './move-rules.ts';
import { bindResource, movesOf, type AnyRow } from './resource.ts';

const job = resource('job', {
  label: '作业',
  title: 'name',
  class: 'tenant',
  permits: 'bus:station',
  fields: {
    name: text(10, '名称').required(),
    dueOn: day('期限').required(),
    result: prose(50, '结果').kept(),
    late: integer('超期').computed(),
    state: oneOf(['open', 'done'], '状态').default('open').kept(),
  },
  states: {
    field: 'state',
    moves: {
      finish: {
        from: ['open'],
        to: 'done',
        label: '完成',
        ask: {
          result: prose(50, '结果').required(),
          dueOn: day('新的期限'),
          reason: prose(20, '说明'),
          files: files('照片', { purpose: 'photo' }),
        },
      },
      reopen: { from: ['done'], to: 'open', label: '重开', danger: true },
      plan: { from: ['open'], label: '计划', ask: { steps: json('步骤', z.array(z.string())).required() } },
    },
  },
});
const row: AnyRow = {
  id: '01a00000-0000-7000-8000-000000000000',
  version: 3,
  abilities: ['update', 'finish', 'plan'],
  name: '吊装',
  dueOn: '2026-11-30',
  result: '已清理',
  reason: '上次的话',
  state: 'open',
};

describe('a move', () => {
  it('is offered where the row has its ability, in the order of the declaration', () => {
    expect(movesOf(job, row).map(([name]) => name)).toEqual(['finish', 'plan']);
    expect(movesOf(job, { abilities: ['update'] })).toEqual([]);
  });

  it('asks what it declares; what has a schema of its own needs a control of the page', () => {
    expect(asksAny(moveOf(job, 'reopen'))).toBe(false);
    expect(isAskable(moveOf(job, 'finish'))).toBe(true);
    expect(isAskable(moveOf(job, 'plan'))).toBe(false);
    expect(isAskable(moveOf(job, 'plan'), { steps: () => null })).toBe(true);
    expect(() => moveOf(job, 'finnish')).toThrow('job has no move finnish');
  });

  it('begins with what the row holds, never with what was said before', () => {
    expect(begunOf(job, 'finish', row)).toEqual({ result: '已清理', dueOn: '2026-11-30' });
    expect(begunOf(job, 'finish', row, { result: '新' })).toEqual({ result: '新', dueOn: '2026-11-30' });
  });

  it('sends what it must have and what was changed', () => {
    const typed = { result: '已清理', dueOn: '2026-11-30', reason: '好', files: undefined };
    expect(sentOf(job, 'finish', row, typed)).toEqual({ result: '已清理', reason: '好' });
    expect(sentOf(job, 'finish', row, { ...typed, dueOn: '2026-12-01' })).toMatchObject({ dueOn: '2026-12-01' });
    expect(sentOf(job, 'finish', row, { result: '已清理', reason: '上次的话' })).toMatchObject({ reason: '上次的话' });
  });

  it('tells of its state and of what may be typed when somebody else was first', () => {
    expect(Object.keys(toldOf(job, 'finish').fields)).toEqual(['name', 'dueOn', 'state', 'result', 'reason', 'files']);
    expect(toldOf(job, 'finish').fields['state']?.spec.kept).toBe(false);
  });

  it('gives long texts and files whole rows of its form', () => {
    expect(rowsOf(askedOf(job, 'finish'), [])).toEqual(['result', ['dueOn'], 'reason', 'files']);
  });

  it('has a call of its own, and its history', () => {
    const bound = bindResource(job, crud(job, '/bus/job'));
    expect([bound.has('finish'), bound.has('history'), bound.has('finnish')]).toEqual([true, true, false]);
  });
});

describe('a move is taken back', () => {
  const lamp = resource('lamp', {
    label: '灯',
    title: 'name',
    class: 'tenant',
    permits: 'bus:station',
    fields: {
      name: text(10, '名称').required(),
      since: day('自').kept(),
      keeper: text(10, '保管').kept(),
      state: oneOf(['on', 'off', 'broken'], '状态').default('on').kept(),
    },
    states: {
      field: 'state',
      moves: {
        light: { from: ['off', 'broken'], to: 'on', label: '点亮', undo: ['dim', 'drop'], ask: { since: day('自') } },
        dim: {
          from: ['on'],
          to: 'off',
          label: '熄灭',
          undo: ['light'],
          ask: { since: day('自').required(), reason: prose(20, '原因').required() },
        },
        drop: { from: ['on', 'off'], to: 'broken', label: '报损', ask: { sum: integer('金额').required() } },
        hand: { from: ['on', 'off'], label: '移交', undo: ['hand'], ask: { keeper: text(10, '给').required() } },
      },
    },
  });
  const on = { ...row, since: '2026-11-01', keeper: null, state: 'on' };
  const off = { ...on, state: 'off' };

  it('by the move that leads to where the row was, with what it held then', () => {
    expect(undoOf(lamp, 'dim', on)).toEqual({ name: 'light', asked: { since: '2026-11-01' } });
    expect(undoOf(lamp, 'light', off)).toEqual({ name: 'dim', asked: { since: '2026-11-01', reason: '撤销“点亮”' } });
    expect(undoOf(lamp, 'hand', { ...off, keeper: '林' })).toEqual({ name: 'hand', asked: { keeper: '林' } });
  });

  it('not where none leads there, or what it must be told is not known', () => {
    expect(undoOf(lamp, 'light', { ...on, state: 'broken' })).toBeNull();
    expect(undoOf(lamp, 'drop', on)).toBeNull();
    expect(undoOf(lamp, 'hand', on)).toBeNull();
    expect(undoOf(lamp, 'light', { ...off, since: null })).toBeNull();
  });
});
