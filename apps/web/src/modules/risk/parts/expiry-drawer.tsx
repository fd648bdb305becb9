import { useQueryClient } from '@tanstack/react-query';
import { formatInstant } from '@anlan/contract/domain/instant';
import { App, Form, InputNumber, Switch } from 'antd';
import { useState } from 'react';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useSaving } from '#ui/form/use-saving.ts';
import { riskRuleNow, riskRulesKey, saveExpiry } from '../calls.ts';
import { daysMax, expiryOf, seenAs, type ExpiryForm, type ExpiryRule } from '../rules.ts';
import './risk.css';

const formOf = ({ rule }: { rule: ExpiryRule }): ExpiryForm => ({ enabled: rule.enabled, days: rule.content.days });

const rowOf = async () => {
  const rule = await riskRuleNow('expiry');
  if (rule.type !== 'expiry') throw new Error('another kind of rule came');
  return seenAs(rule);
};

export function ExpiryDrawer({ rule, onClose }: { rule: ExpiryRule; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<ExpiryForm>();
  const [row] = useState(() => seenAs(rule));
  const guard = useGuard();
  const save = useSaving({
    form,
    row,
    formOf,
    write: async (values, _base, version) => saveExpiry(expiryOf(values, version)),
    read: rowOf,
    gone: '规则已不存在，请刷新页面',
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: riskRulesKey });
      guard.clean();
      void message.success('已保存，待办正在按新规则更新');
      onClose();
    },
  });
  return (
    <FormDrawer
      title={`编辑${rule.name}`}
      size={480}
      isSaving={save.isPending}
      guard={guard}
      onSave={form.submit}
      onClose={onClose}
    >
      <Form<ExpiryForm>
        form={form}
        name="risk-expiry"
        className="risk-form"
        layout="vertical"
        requiredMark={false}
        initialValues={formOf(row)}
        onValuesChange={guard.onTyped}
        onFinish={save.submit}
      >
        <SaveProblem
          save={save}
          describe={({ rule: { updatedAt, updatedBy, content } }) =>
            `${updatedBy ?? '他人'}${updatedAt === null ? '' : `在 ${formatInstant(updatedAt).slice(0, 16)}`}改为提前 ${content.days} 天，请选择留下哪一份。`
          }
        />
        <Form.Item
          name="enabled"
          label="启用"
          valuePropName="checked"
          layout="horizontal"
          extra="停用后不再生成到期待办，已有的到期待办随之关闭"
        >
          <Switch />
        </Form.Item>
        <Form.Item
          name="days"
          label="提前天数"
          extra={`营业执照、许可证等证照到期前多少天提醒企业，1 到 ${daysMax} 天；已过期的始终提醒`}
        >
          <InputNumber<number> suffix="天" className="risk-number" />
        </Form.Item>
      </Form>
    </FormDrawer>
  );
}
