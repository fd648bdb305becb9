import { settlementKinds, type DangerPlan, type SettlementKind } from '@anlan/contract/modules/danger/treatment-plan';
import { Checkbox, Form, Input, InputNumber } from 'antd';

const kinds = Object.keys(settlementKinds) as SettlementKind[];

export const planStart = (): DangerPlan => ({
  goal: '',
  method: '',
  fundsFen: 0,
  materials: '',
  organisation: '',
  timeLimit: '',
  safety: '',
  settlements: {
    duty: { done: false, evidence: '' },
    measures: { done: false, evidence: '' },
    funds: { done: false, evidence: '' },
    timeLimit: { done: false, evidence: '' },
    emergency: { done: false, evidence: '' },
  },
});

/** Text fields of a rectification plan, in the order of the regulation: name, label, maximum length, required. */
export const planParts = [
  ['goal', '治理目标和任务', 500, true],
  ['method', '治理方法和措施', 1000, true],
  ['materials', '物资', 300, false],
  ['organisation', '机构和人员', 300, true],
  ['timeLimit', '时限和要求', 300, true],
  ['safety', '安全措施和应急预案', 1000, true],
] as const;

/**
 * Fields for the six parts of a rectification plan and the five safeguards. A safeguard can be ticked only after
 * evidence is entered.
 */
export function PlanFields() {
  return (
    <>
      {planParts.slice(0, 2).map(part)}
      <Form.Item
        name={['plan', 'fundsFen']}
        label="经费"
        rules={[{ required: true, message: '请填写经费' }]}
        getValueProps={(fen: number | null) => ({ value: typeof fen === 'number' ? fen / 100 : null })}
        normalize={(yuan: number | null) => (yuan === null ? null : Math.round(yuan * 100))}
      >
        <InputNumber min={0} precision={2} controls={false} suffix="元" />
      </Form.Item>
      {planParts.slice(2).map(part)}
      <fieldset className="danger-settlements">
        <legend>五落实（勾选前先填写依据）</legend>
        {kinds.map((kind) => (
          <Settlement key={kind} kind={kind} />
        ))}
      </fieldset>
    </>
  );
}

const part = ([key, label, max, required]: (typeof planParts)[number]) => (
  <Form.Item
    key={key}
    name={['plan', key]}
    label={label}
    rules={required ? [{ required: true, whitespace: true, message: `请填写${label}` }] : []}
  >
    <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={max} />
  </Form.Item>
);

function Settlement({ kind }: { kind: SettlementKind }) {
  const form = Form.useFormInstance();
  const evidence: unknown = Form.useWatch(['plan', 'settlements', kind, 'evidence'], form);
  const label = settlementKinds[kind];
  const empty = typeof evidence !== 'string' || evidence.trim() === '';
  return (
    <div>
      <Form.Item
        name={['plan', 'settlements', kind, 'done']}
        valuePropName="checked"
        rules={[
          {
            validator: async (_rule, done: unknown) => {
              if (done === true && empty) throw new Error(`请填写${label}的依据`);
            },
          },
        ]}
      >
        <Checkbox disabled={empty}>{label}</Checkbox>
      </Form.Item>
      <Form.Item name={['plan', 'settlements', kind, 'evidence']}>
        <Input
          aria-label={`${label}的依据`}
          placeholder="依据，如文件名称、会议日期"
          maxLength={300}
          onChange={({ target }) => {
            if (target.value.trim() === '') form.setFieldValue(['plan', 'settlements', kind, 'done'], false);
          }}
        />
      </Form.Item>
    </div>
  );
}
