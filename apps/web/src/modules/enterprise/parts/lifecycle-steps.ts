import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { limits } from '@anlan/contract/limits';

/** Steps that are asked for in a dialog. */
export const askedSteps = ['submit', 'withdraw', 'suspend', 'resume', 'transfer', 'close'] as const;
/** A step that is asked for in a dialog. */
export type AskedStep = (typeof askedSteps)[number];

/** What the steps are called on buttons. */
const stepLabels: Readonly<Record<AskedStep, string>> = {
  submit: '提交审核',
  withdraw: '撤回申请',
  suspend: '停产停业',
  resume: '复工复产',
  transfer: '区划迁移',
  close: '注销',
};

/** What the button of a row says: whoever was sent back submits again. */
export const labelOf = (step: AskedStep, { status }: Pick<Enterprise, 'status'>): string =>
  step === 'submit' && status === 'rejected' ? '重新提交' : stepLabels[step];

/** The dialog steps that a row's person may take, in their order. */
export const stepsOf = ({ abilities }: Pick<Enterprise, 'abilities'>): AskedStep[] =>
  askedSteps.filter((step) => abilities.includes(step));

/** Whether a reason says enough. */
export const isReason = (text: string): boolean => text.trim().length >= limits.reasonMin;
