import { isMaskedPhone } from '@anlan/contract/domain/phone';
import type { Station } from '@anlan/contract/modules/station/resource';
import { Form, Input, InputNumber, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { DictSelect } from '#widgets/dict-select.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { RegionSelect } from '#widgets/region-select.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import type { Save } from '#ui/form/use-saving.ts';
import { fieldProblem, isRequired, type FormValues, type StationField } from '../rules.ts';

const rulesOf = (name: StationField) => [
  {
    validator: async (_rule: unknown, value: unknown) => {
      const problem = fieldProblem(name, value);
      if (problem) throw new Error(problem);
    },
  },
];

interface FieldProps {
  name: StationField;
  label: string;
  children: ReactNode;
  all?: boolean;
  extra?: ReactNode;
}

const Field = ({ name, label, children, all, extra }: FieldProps) => (
  <Form.Item
    name={name}
    label={label}
    className={all ? 'station-all' : ''}
    required={isRequired(name)}
    rules={rulesOf(name)}
    validateTrigger="onBlur"
    extra={extra}
  >
    {children}
  </Form.Item>
);

interface Props {
  form: FormInstance<FormValues>;
  initial: FormValues;
  save: Save<Station>;
  /** Whether the enterprise is to be chosen. */
  choose: boolean;
  onTyped: (change: FormValues) => void;
}

/** A station to fill in, checked by the contract's own schema. */
export function StationForm({ form, initial, save, choose, onTyped }: Props) {
  const phone: unknown = Form.useWatch('managerPhone', form);
  const isMasked = typeof phone === 'string' && isMaskedPhone(phone);
  return (
    <Form<FormValues>
      form={form}
      className="station-form"
      layout="vertical"
      initialValues={initial}
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={(values: FormValues) => {
        const again = Object.keys(values).filter((name) => form.getFieldError(name).length > 0);
        if (again.length > 0) void form.validateFields(again).catch(() => undefined);
        onTyped(values);
      }}
      onFinish={save.submit}
    >
      <SaveProblem
        save={save}
        describe={({ name, code, managerName }) => `现在的版本：${name}（${code}），负责人 ${managerName}`}
      />
      <div>
        {choose && (
          <Form.Item
            name="enterpriseId"
            label="所属企业"
            className="station-all"
            required
            rules={[{ required: true, message: '请选择所属企业' }]}
          >
            <EnterpriseSelect />
          </Form.Item>
        )}
        <Field name="name" label="名称" all>
          <Input maxLength={60} autoComplete="off" />
        </Field>
        <Field name="code" label="编号">
          <Input maxLength={32} autoComplete="off" placeholder="本单位内不重复" />
        </Field>
        <Field name="kind" label="类型">
          <DictSelect type="stationKind" placeholder="请选择" />
        </Field>
        <Field name="grade" label="级别">
          <Input maxLength={20} autoComplete="off" placeholder="如 一级站" />
        </Field>
        <Field name="status" label="状态">
          <DictSelect type="enableStatus" allowClear={false} />
        </Field>
        <Field name="regionCode" label="行政区划" all>
          <RegionSelect placeholder="省 / 市 / 区县" />
        </Field>
        <Field name="address" label="地址" all>
          <Input maxLength={200} autoComplete="off" />
        </Field>
        <Field name="managerName" label="负责人">
          <Input maxLength={30} autoComplete="off" />
        </Field>
        <Field
          name="managerPhone"
          label="负责人电话"
          extra={isMasked ? '中间四位已隐藏，不修改则保持原号码' : undefined}
        >
          <Input inputMode="tel" maxLength={20} autoComplete="off" />
        </Field>
        <Field name="areaSqm" label="面积">
          <InputNumber controls={false} precision={2} suffix="㎡" />
        </Field>
        <span />
        <Field name="lng" label="经度">
          <InputNumber controls={false} precision={6} suffix="°" />
        </Field>
        <Field name="lat" label="纬度">
          <InputNumber controls={false} precision={6} suffix="°" />
        </Field>
      </div>
    </Form>
  );
}
