import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { closeReasons, resumeChecks, type ResumeCheck } from '@anlan/contract/modules/enterprise/lifecycle';
import { limits } from '@anlan/contract/limits';
import { Checkbox, Form, Input, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { DayPicker, dayField } from '#widgets/day-picker.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { OfficerSelect } from '#widgets/officer-select.tsx';
import { OrganSelect } from '#widgets/organ-select.tsx';
import { RegionSelect } from '#widgets/region-select.tsx';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { today } from '../rules.ts';
import { steps } from '../calls.ts';
import { isReason, labelOf, type DialogStep } from './lifecycle-steps.ts';
import { StepProblem } from './step-problem.tsx';
import { useStep } from './use-status-change.ts';
import './lifecycle.css';

interface Props {
  row: Enterprise;
  step: DialogStep;
  onClose: () => void;
  /** Called after the status change. Defaults to `onClose`. */
  onDone?: () => void;
}

export interface Values {
  note?: string;
  reason?: string;
  kind?: string | null;
  on?: string | null;
  why?: 'deregistered' | 'movedOut' | 'shutDown';
  checklist?: ResumeCheck[];
  regionCode?: string | null;
  town?: string;
  authorityId?: string | null;
  officerId?: string | null;
}

const trimToUndefined = (text: string | undefined) => (text?.trim() ? text.trim() : undefined);

// Send only changed values: an unchanged old value would overwrite a newer change of another person.
const pickChanged = (now: string | null | undefined, opened: string | null | undefined) =>
  now === opened ? undefined : now;

const senders: Readonly<
  Record<DialogStep, (seen: { id: string; version: number }, values: Values, opened: Values) => Promise<unknown>>
> = {
  submit: (seen, { note }) => steps.submit({ ...seen, note: trimToUndefined(note) }),
  withdraw: (seen, { note }) => steps.withdraw({ ...seen, note: trimToUndefined(note) }),
  suspend: (seen, { kind, on, reason }) =>
    steps.suspend({ ...seen, kind: kind ?? '', fromOn: on ?? '', reason: reason ?? '' }),
  resume: (seen, { checklist, note }) =>
    steps.resume({ ...seen, checklist: checklist ?? [], note: trimToUndefined(note) }),
  close: (seen, { why, on, note }) =>
    steps.close({ ...seen, reason: why ?? 'deregistered', closedOn: on ?? '', note: trimToUndefined(note) }),
  transfer: (seen, { regionCode, town, authorityId, officerId, reason }, opened) =>
    steps.transfer({
      ...seen,
      regionCode: regionCode ?? '',
      town: trimToUndefined(town) ?? null,
      authorityId: pickChanged(authorityId, opened.authorityId),
      officerId: pickChanged(officerId, opened.officerId),
      reason: reason ?? '',
    }),
};

const successTexts: Readonly<Record<DialogStep, string>> = {
  submit: '已提交审核',
  withdraw: '已撤回',
  suspend: '已登记停产停业',
  resume: '已恢复生产经营',
  close: '已注销',
  transfer: '已迁移',
};

const hints: Readonly<Record<DialogStep, string>> = {
  submit: '监管部门收到后会审核企业档案，审核期间仍可补充资料。',
  withdraw: '撤回后回到草稿，可以修改后再次提交。',
  suspend: '停产期间报表、培训和检查的期限暂停，隐患整改期限不变。',
  resume: '请逐项确认，全部确认后才能恢复。',
  close: '注销后档案只读，企业人员立即退出并不能再进入，记录会保留。',
  transfer: '行政区划与监管责任一并变更，原因会写入时间线。',
};

export function StepDialog({ row, step: name, onClose, onDone = onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const label = labelOf(name, row);
  const [opened] = useState(() => startOf(name, row));
  const { step, moved } = useStep<{ values: Values }>(
    row,
    ({ id, version, values }) => senders[name]({ id, version }, values, opened),
    { said: () => `${successTexts[name]}：${row.name}`, onDone },
  );
  return (
    <TabModal
      open
      title={`${label} · ${row.name}`}
      okText={label}
      cancelText="取消"
      okButtonProps={{ danger: name === 'close', loading: step.isPending }}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        // This prefix makes field ids unique: the form behind the dialog has fields with the same names.
        name="step"
        layout="vertical"
        className="step-form"
        initialValues={opened}
        scrollToFirstError
        onFinish={(values) => step.mutate({ values })}
      >
        <p className="sub">{hints[name]}</p>
        <StepProblem error={step.error} moved={moved} />
        <StepFields step={name} />
      </Form>
    </TabModal>
  );
}

function startOf(step: DialogStep, row: Enterprise): Values {
  if (step === 'suspend' || step === 'close') return { on: today() };
  if (step === 'transfer')
    return { regionCode: row.regionCode, town: row.town ?? '', authorityId: row.authorityId, officerId: row.officerId };
  return {};
}

const must = (message: string) => [{ required: true, message }];
const reasonRules = (label: string) => [
  {
    validator: async (_rule: unknown, value: unknown) => {
      if (!isReason(String(value ?? ''))) throw new Error(`${label}至少 ${limits.reasonMin} 个字`);
    },
  },
];
const area = <Input.TextArea rows={3} maxLength={limits.noteMax} showCount />;
const Reason = ({ label }: { label: string }) => (
  <Form.Item name="reason" label={label} rules={reasonRules(label)}>
    {area}
  </Form.Item>
);
const note = (
  <Form.Item name="note" label="说明（选填）">
    {area}
  </Form.Item>
);

export function StepFields({ step }: { step: DialogStep }): ReactNode {
  switch (step) {
    case 'submit':
    case 'withdraw':
      return note;
    case 'suspend':
      return <SuspendFields />;
    case 'resume':
      return (
        <>
          <Form.Item
            name="checklist"
            label="复工复产检查"
            rules={[
              {
                validator: async (_rule, value: ResumeCheck[] | undefined) => {
                  if (Object.keys(resumeChecks).length !== value?.length) throw new Error('还有未确认的检查项');
                },
              },
            ]}
          >
            <Checkbox.Group
              className="step-checks"
              options={Object.entries(resumeChecks).map(([value, label]) => ({ value, label }))}
            />
          </Form.Item>
          {note}
        </>
      );
    case 'close':
      return (
        <>
          <Form.Item name="why" label="注销原因" rules={must('请选择原因')}>
            <Radio.Group
              options={Object.entries(closeReasons)
                .filter(([value]) => value !== 'merged')
                .map(([value, label]) => ({ value, label }))}
            />
          </Form.Item>
          <Form.Item name="on" label="注销日期" {...dayField} rules={[...must('请选择日期'), ...dayField.rules]}>
            <DayPicker />
          </Form.Item>
          {note}
        </>
      );
    case 'transfer':
      return <TransferFields />;
  }
}

function SuspendFields() {
  const { sysUser } = useCurrentUser();
  return (
    <>
      <div className="step-pair">
        <Form.Item name="kind" label="停产类型" rules={must('请选择停产类型')}>
          <DictSelect
            type="suspensionKind"
            showSearch={false}
            without={sysUser.type === 'enterprise' ? ['ordered'] : []}
          />
        </Form.Item>
        <Form.Item name="on" label="起始日期" {...dayField} rules={[...must('请选择日期'), ...dayField.rules]}>
          <DayPicker />
        </Form.Item>
      </div>
      <Reason label="停产原因" />
    </>
  );
}

function TransferFields() {
  const organs = useHasPermit('sys:organ:index');
  const officers = useHasPermit('sys:organ:index');
  return (
    <>
      <div className="step-pair">
        <Form.Item name="regionCode" label="迁入行政区划" rules={must('请选择行政区划')}>
          <RegionSelect />
        </Form.Item>
        <Form.Item name="town" label="乡镇街道">
          <Input maxLength={30} />
        </Form.Item>
        {organs && (
          <Form.Item name="authorityId" label="监管部门">
            <OrganSelect />
          </Form.Item>
        )}
        {officers && (
          <Form.Item name="officerId" label="监管责任人">
            <OfficerSelect />
          </Form.Item>
        )}
      </div>
      <Reason label="迁移原因" />
    </>
  );
}
