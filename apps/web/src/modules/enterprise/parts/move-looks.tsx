import type { MoveLook } from '#kit/move-dialog.tsx';
import type { AnyRow } from '#kit/resource.ts';
import { hasPermit, usePerson } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { today } from '../rules.ts';
import './lifecycle.css';

// The list offers the moves, but loads their controls only with a dialog.
const control = (name: keyof typeof import('./move-controls.tsx')) =>
  lazyPart(async () => (await import('./move-controls.tsx'))[name]);

const hint = (text: string) => <p className="sub">{text}</p>;

/** Notes, first values and controls of the steps. */
export const moveLooks = {
  submit: { note: hint('监管部门收到后会审核企业档案，审核期间仍可补充资料。') },
  withdraw: { note: hint('撤回后回到草稿，可以修改后再次提交。') },
  approve: {
    begin: (row: AnyRow) => ({
      officerId: row['officerId'] ?? usePerson.getState().info?.sysUser.id ?? null,
    }),
    alone: ['officerId'],
    controls: { officerId: control('Approver') },
    atOnce: true,
  },
  reject: { note: hint('企业会看到驳回原因，可以修改后重新提交。') },
  suspend: {
    begin: () => ({ fromOn: today() }),
    note: hint('停产期间报表、培训和检查的期限暂停，隐患整改期限不变。'),
    controls: { kind: control('SuspensionKind') },
  },
  resume: { note: hint('请逐项确认，全部确认后才能恢复。'), controls: { checklist: control('Checks') } },
  transfer: {
    note: hint('行政区划与监管责任一并变更，原因会写入时间线。'),
    // Authorities and officers need the right to list organisations.
    get without() {
      return hasPermit('sys:organ:index') ? [] : ['authorityId', 'officerId'];
    },
    controls: { authorityId: control('OrganControl') },
  },
  close: {
    begin: () => ({ closedOn: today() }),
    note: hint('注销后档案只读，企业人员立即退出并不能再进入，记录会保留。'),
    controls: { reason: control('CloseReason') },
  },
} satisfies Record<string, MoveLook>;
