// Which fields a state change (move) asks for and what it sends depend only on the resource declaration.
import { crud } from '@anlan/contract/kit/calls';
import { day, files, integer, json, oneOf, prose, text } from '@anlan/contract/kit/field';
import { resource } from '@anlan/contract/kit/resource';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { rowsOf } from './field-rules.ts';
import {
  moveFieldsOf,
  asksAny,
  initialValuesOf,
  isAskable,
  moveOf,
  sentOf,
  conflictResourceOf,
  undoOf,
} from './move-rules.ts';
import { bindResource, movesOf, type AnyRow } from './resource.ts';

const job = resource('job', {
  label: '作业',
  title: 'name',
  class: 'tenant',
  permits: 'bus:station',
  fields: {
    name: text(10, '名称').required(),
    dueOn: day('期限').required(),
    result: prose(50, '结果').serverSet(),
    late: integer('超期').computed(),
    state: oneOf(['open', 'done'], '状态').default('open').serverSet(),
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

describe('state change (move) of a row', () => {
  it('is offered in declaration order, only when the row allows it', () => {
    expect(movesOf(job, row).map(([name]) => name)).toEqual(['finish', 'plan']);
    expect(movesOf(job, { abilities: ['update'] })).toEqual([]);
  });

  it('asks for its fields only when each field has a control', () => {
    expect(asksAny(moveOf(job, 'reopen'))).toBe(false);
    expect(isAskable(moveOf(job, 'finish'))).toBe(true);
    expect(isAskable(moveOf(job, 'plan'))).toBe(false);
    expect(isAskable(moveOf(job, 'plan'), { steps: () => null })).toBe(true);
    expect(() => moveOf(job, 'finnish')).toThrow('job has no move finnish');
  });

  it('starts with the values of the row, but not with the reason of an earlier state change', () => {
    expect(initialValuesOf(job, 'finish', row)).toEqual({ result: '已清理', dueOn: '2026-11-30' });
    expect(initialValuesOf(job, 'finish', row, { result: '新' })).toEqual({ result: '新', dueOn: '2026-11-30' });
  });

  it('sends required fields and changed fields only', () => {
    const typed = { result: '已清理', dueOn: '2026-11-30', reason: '好', files: undefined };
    expect(sentOf(job, 'finish', row, typed)).toEqual({ result: '已清理', reason: '好' });
    expect(sentOf(job, 'finish', row, { ...typed, dueOn: '2026-12-01' })).toMatchObject({ dueOn: '2026-12-01' });
    expect(sentOf(job, 'finish', row, { result: '已清理', reason: '上次的话' })).toMatchObject({ reason: '上次的话' });
  });

  it('shows the state and the editable fields after a conflict', () => {
    expect(Object.keys(conflictResourceOf(job, 'finish').fields)).toEqual([
      'name',
      'dueOn',
      'state',
      'result',
      'reason',
      'files',
    ]);
    expect(conflictResourceOf(job, 'finish').fields['state']?.spec.serverSet).toBe(false);
  });

  it('shows long texts and files on full-width lines of its form', () => {
    expect(rowsOf(moveFieldsOf(job, 'finish'), [])).toEqual(['result', ['dueOn'], 'reason', 'files']);
  });

  it('has a separate API call', () => {
    const bound = bindResource(job, crud(job, '/bus/job'));
    expect([bound.has('finish'), bound.has('history'), bound.has('finnish')]).toEqual([true, true, false]);
  });
});

describe('undo of a state change', () => {
  const lamp = resource('lamp', {
    label: '灯',
    title: 'name',
    class: 'tenant',
    permits: 'bus:station',
    fields: {
      name: text(10, '名称').required(),
      since: day('自').serverSet(),
      keeper: text(10, '保管').serverSet(),
      state: oneOf(['on', 'off', 'broken'], '状态').default('on').serverSet(),
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

  it('makes the reverse state change with the former values', () => {
    expect(undoOf(lamp, 'dim', on)).toEqual({ name: 'light', input: { since: '2026-11-01' } });
    expect(undoOf(lamp, 'light', off)).toEqual({ name: 'dim', input: { since: '2026-11-01', reason: '撤销“点亮”' } });
    expect(undoOf(lamp, 'hand', { ...off, keeper: '林' })).toEqual({ name: 'hand', input: { keeper: '林' } });
  });

  it('is not offered without a reverse state change or without a required value', () => {
    expect(undoOf(lamp, 'light', { ...on, state: 'broken' })).toBeNull();
    expect(undoOf(lamp, 'drop', on)).toBeNull();
    expect(undoOf(lamp, 'hand', on)).toBeNull();
    expect(undoOf(lamp, 'light', { ...off, since: null })).toBeNull();
  });
});
