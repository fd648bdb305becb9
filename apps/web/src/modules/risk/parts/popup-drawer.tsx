import { useQueryClient } from '@tanstack/react-query';
import { enterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { formatInstant } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { App, Button, Checkbox, Form, Input, Radio, Switch } from 'antd';
import { useState } from 'react';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { useSaving } from '#ui/form/use-saving.ts';
import { Icon } from '#ui/icon.tsx';
import { DayPicker, dayField } from '#widgets/day-picker.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { riskRuleNow, riskRulesKey, savePopup } from '../calls.ts';
import { colors, levels, popupDraft, popupOf, seenAs, type PopupForm, type PopupRule } from '../rules.ts';
import { useKindWords } from './use-kind-words.ts';
import { WarningDialog } from './warning-dialog.tsx';
import './risk.css';

const formOf = ({ rule }: { rule: PopupRule }): PopupForm => ({ enabled: rule.enabled, ...rule.content });

const rowOf = async () => {
  const rule = await riskRuleNow('popup');
  if (rule.type !== 'popup') throw new Error('another kind of rule came');
  return seenAs(rule);
};

export function PopupDrawer({ rule, onClose }: { rule: PopupRule; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<PopupForm>();
  const [row] = useState(() => seenAs(rule));
  const [shown, setShown] = useState<PopupForm | null>(null);
  const kindWords = useKindWords();
  const { version } = row;
  const draft = useDraft({ form, name: 'risk-popup', shape: popupDraft, base: formOf(row), version });
  const guard = useGuard({ draft });
  const save = useSaving({
    form,
    row,
    begun: draft.version,
    onTaken: guard.onTaken,
    formOf,
    write: async (values, _base, version) => savePopup(popupOf(values, version)),
    read: rowOf,
    gone: '规则已不存在，请刷新页面',
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: riskRulesKey });
      guard.clean();
      void message.success('已保存，立即生效');
      onClose();
    },
  });
  return (
    <FormDrawer
      title={`编辑${rule.name}`}
      size={600}
      isSaving={save.isPending}
      guard={guard}
      onSave={form.submit}
      onClose={onClose}
    >
      <Form<PopupForm>
        form={form}
        name="risk-popup"
        className="risk-form"
        layout="vertical"
        requiredMark={false}
        initialValues={draft.initial}
        onValuesChange={guard.onTyped}
        onFinish={save.submit}
      >
        <SaveProblem
          save={save}
          describe={({ rule: { updatedAt, updatedBy } }) =>
            `${updatedBy ?? '他人'}${updatedAt === null ? '' : `在 ${formatInstant(updatedAt).slice(0, 16)}`}保存了新的内容，请选择留下哪一份。`
          }
        />
        <Form.Item name="enabled" label="启用" valuePropName="checked" layout="horizontal">
          <Switch />
        </Form.Item>
        <Form.Item name="level" label="风险等级">
          <Radio.Group className="risk-levels">
            {levels.map(({ level, label, tone, icon }) => (
              <Radio key={level} value={level}>
                <span className={`risk-level tone-${tone}`}>
                  <Icon name={icon} size={16} />
                  {label}
                </span>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        <Form.Item
          name="title"
          label="标题"
          rules={[{ required: true, whitespace: true, message: '标题不能为空' }]}
          validateTrigger="onBlur"
        >
          <Input
            maxLength={limits.riskRule.titleMax}
            showCount
            autoComplete="off"
            placeholder="如 寒潮期间安全风险提示"
          />
        </Form.Item>
        <Form.Item
          name="text"
          label="内容"
          rules={[{ required: true, whitespace: true, message: '内容不能为空' }]}
          validateTrigger="onBlur"
        >
          <Input.TextArea
            rows={6}
            maxLength={limits.riskRule.textMax}
            showCount
            placeholder="说明有什么风险、需要做什么，可分行填写"
          />
        </Form.Item>
        <Form.Item
          name="audience"
          label="展示对象"
          rules={[
            {
              validator: (_rule, audience: string[]) =>
                audience.length > 0 ? Promise.resolve() : Promise.reject(new Error('请选择展示对象')),
            },
          ]}
        >
          <Checkbox.Group options={Object.entries(kindWords).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item noStyle dependencies={['audience']}>
          {({ getFieldValue }) => (
            <Form.Item
              name="colors"
              label="企业四色"
              extra="只提示所选颜色企业的人员，不选则提示所有企业"
              hidden={!getFieldValue('audience')?.includes('enterprise')}
            >
              <Checkbox.Group className="risk-colors">
                {colors.map((color) => (
                  <Checkbox key={color} value={color}>
                    <DictTag type="enterpriseColor" value={color} codes={enterpriseColor} />
                  </Checkbox>
                ))}
              </Checkbox.Group>
            </Form.Item>
          )}
        </Form.Item>
        <div className="risk-days-of">
          <Form.Item name="since" label="开始日期" {...dayField}>
            <DayPicker placeholder="立即开始" />
          </Form.Item>
          <Form.Item
            name="until"
            label="结束日期"
            dependencies={['since']}
            validateTrigger={dayField.validateTrigger}
            rules={[
              ...dayField.rules,
              ({ getFieldValue }) => ({
                validator: (_rule, until: string | null) => {
                  const since: string | null = getFieldValue('since');
                  return since && until && until < since
                    ? Promise.reject(new Error('结束日期不能早于开始日期'))
                    : Promise.resolve();
                },
              }),
            ]}
          >
            <DayPicker placeholder="长期有效" />
          </Form.Item>
        </div>
        <Button
          icon={<Icon name="eye" size={16} />}
          onClick={() => {
            const values: PopupForm = form.getFieldsValue(true);
            setShown(values);
          }}
        >
          预览弹窗
        </Button>
      </Form>
      {shown && (
        <WarningDialog
          isPreview
          text={{ level: shown.level, title: shown.title || '（标题）', content: shown.text || '（内容）' }}
          onClose={() => setShown(null)}
        />
      )}
    </FormDrawer>
  );
}
