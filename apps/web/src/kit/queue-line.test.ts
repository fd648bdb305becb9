import { oneOf, text } from '@anlan/contract/kit/field';
import { resource } from '@anlan/contract/kit/resource';
import { expect, it } from 'vitest';
import { waitingFilter } from './queue-line.ts';

const declared = (filter: boolean) => {
  const state = oneOf(['open', 'done', 'gone'], '状态').default('open').serverSet();
  return resource('job', {
    label: '作业',
    title: 'name',
    class: 'tenant',
    permits: 'bus:station',
    fields: { name: text(10, '名称').required(), state: filter ? state.filter('many') : state },
    states: {
      field: 'state',
      moves: { finish: { from: ['open'], to: 'done', label: '完成' }, drop: { from: ['open', 'done'], label: '放弃' } },
    },
  });
};

it('limits a queue to non-final states, unless the list has a state filter', () => {
  expect(waitingFilter(declared(true), { keyword: '吊' })).toEqual({ keyword: '吊', state: ['open', 'done'] });
  expect(waitingFilter(declared(true), { state: [] })).toEqual({ state: ['open', 'done'] });
  expect(waitingFilter(declared(true), { state: ['gone'] })).toEqual({ state: ['gone'] });
  expect(waitingFilter(declared(false), { keyword: '吊' })).toEqual({ keyword: '吊' });
  expect(waitingFilter(declared(true), {}, ['finish'])).toEqual({ state: ['open'] });
});
