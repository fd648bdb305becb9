// Archive to-dos: enterprises upload missing items, regulators review waivers.
import { catalogueItem } from '@anlan/contract/modules/archive/catalogue';
import type { TodoSource } from '#kit/todo.ts';
import { claimedAfter, claimedOf, lackingAfter, lackingOf } from './todo-store.ts';

const page = '/bus/archives/index';

export const archiveSource: TodoSource = {
  type: 'archive',
  wanted: async (tx, ids) =>
    (await lackingOf(tx, ids)).map(({ id, missing, expired, first }) => ({
      kind: 'confirm',
      act: 'document.create',
      title: `一企一档${[missing > 0 ? `缺 ${missing} 项` : '', expired > 0 ? `过期 ${expired} 项` : '']
        .filter((part) => part !== '')
        .join('、')}，从《${catalogueItem(first ?? '')?.label ?? ''}》开始`,
      subject: { type: 'archive', id },
      path: page,
      owner: { userType: 'enterprise', permit: 'bus:archives:add', enterpriseId: id },
    })),
  after: lackingAfter,
};

export const waiverSource: TodoSource = {
  type: 'archiveWaiver',
  wanted: async (tx, ids) =>
    (await claimedOf(tx, ids)).map(({ id, enterprise_id, enterprise_name, item_name, created_at, officer_id }) => ({
      kind: 'audit',
      act: 'archiveWaiver.accept',
      title: `审核不适用：${enterprise_name} ${item_name}`.slice(0, 80),
      subject: { type: 'archiveWaiver', id },
      path: `${page}?enterpriseId=${enterprise_id}`,
      since: created_at,
      owner: {
        userType: 'regulator',
        permit: 'bus:archivewaiver:audit',
        enterpriseId: enterprise_id,
        leadId: officer_id,
      },
    })),
  after: claimedAfter,
};
