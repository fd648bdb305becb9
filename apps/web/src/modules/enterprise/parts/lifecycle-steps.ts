import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { limits } from '@anlan/contract/limits';

export const dialogSteps = ['submit', 'withdraw', 'suspend', 'resume', 'transfer', 'close'] as const;
export type DialogStep = (typeof dialogSteps)[number];

const stepLabels: Readonly<Record<DialogStep, string>> = {
  submit: '提交审核',
  withdraw: '撤回申请',
  suspend: '停产停业',
  resume: '复工复产',
  transfer: '区划迁移',
  close: '注销',
};

export const labelOf = (step: DialogStep, { status }: Pick<Enterprise, 'status'>): string =>
  step === 'submit' && status === 'rejected' ? '重新提交' : stepLabels[step];

export const stepsOf = ({ abilities }: Pick<Enterprise, 'abilities'>): DialogStep[] =>
  dialogSteps.filter((step) => abilities.includes(step));

export const isReason = (text: string): boolean => text.trim().length >= limits.reasonMin;
