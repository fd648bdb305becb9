import { signName, smsTemplates, templateId } from '@anlan/contract/domain/message-template';
import { Form, Input, Switch, type FormInstance } from 'antd';
import { templateKeys, type FormValues } from '../rules.ts';

interface Props {
  form: FormInstance<FormValues>;
  initial: FormValues;
}

interface Schema {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: readonly { message: string }[] } | undefined };
}

const makeRule = (schema: Schema, { optional = false } = {}) => ({
  validator: (_rule: object, value: string | undefined) => {
    if (optional && (value ?? '').trim() === '') return Promise.resolve();
    const message = schema.safeParse(value ?? '').error?.issues[0]?.message;
    return message === undefined ? Promise.resolve() : Promise.reject(new Error(message));
  },
});

export function SmsFields({ form, initial }: Props) {
  const own = Form.useWatch('ownSms', form) ?? initial.ownSms ?? false;
  return (
    <section className="tenant-part">
      <h2>短信</h2>
      <Form.Item name="ownSms" label="使用本单位的签名" valuePropName="checked" layout="horizontal">
        <Switch aria-label="使用本单位的签名" />
      </Form.Item>
      {own && (
        <>
          <Form.Item
            name="smsSignName"
            label="短信签名"
            rules={[makeRule(signName)]}
            extra="与短信服务商审核通过的签名一致，不带【】"
            required
          >
            <Input maxLength={20} autoComplete="off" placeholder="如 临澜应急" />
          </Form.Item>
          <fieldset className="tenant-templates">
            <legend>模板编号</legend>
            <div className="tenant-two">
              {templateKeys.map((key) => (
                <Form.Item
                  key={key}
                  name={['smsTemplates', key]}
                  label={smsTemplates[key]}
                  rules={[makeRule(templateId, { optional: true })]}
                >
                  <Input maxLength={64} autoComplete="off" placeholder="与平台相同" />
                </Form.Item>
              ))}
            </div>
          </fieldset>
        </>
      )}
      <p className="sub">
        {own
          ? '签名和模板须先在平台所用的服务商账号下审核通过；没填编号的短信用平台的模板。'
          : '本单位的短信用平台的签名和模板发出。'}
      </p>
    </section>
  );
}
