import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { StoredFile } from '@anlan/contract/kit/field';
import type { Inspector } from '@anlan/contract/modules/inspection/resource';
import {
  requiresRectification,
  requiresOfficerSignature,
  measureKinds,
  type Measure,
} from '@anlan/contract/modules/enforcement/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { DayPicker } from '#widgets/day-picker.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { EnterpriseSelect } from '#widgets/enterprise-select.tsx';
import { FileList } from '#widgets/file-list.tsx';
import { OfficerPicks, twoOfficers } from '#widgets/officers-select.tsx';
import { noticeKey, notices } from './calls.ts';
import { noticeOf } from './paths.ts';
import '#kit/form.css';
import './notice.css';

interface Values {
  enterpriseId: string;
  kind: string;
  title: string;
  basis: string;
  items: { text: string; clause?: string }[];
  inspectors: Inspector[];
  measures: { kind: Measure['kind']; scope: string; dueOn?: string | null }[];
  dueOn: string;
  files: StoredFile[];
}
const needed = (message: string) => [{ required: true, message }];
const measures = Object.entries(measureKinds).map(([value, label]) => ({ value, label }));

/** Issues an enforcement notice without an inspection: interviews, reminders and orders. */
export function IssueDrawer({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const kind = Form.useWatch('kind', form);
  const enterpriseId = Form.useWatch('enterpriseId', form);
  const isOrder = requiresRectification(kind ?? '');
  const [dueOn] = useState(() => addDays(dayOf(new Date()), 7));
  const issue = useMutation({
    mutationFn: ({ items = [], measures: ordered = [], inspectors = [], ...values }: Values) =>
      notices.create(
        {
          ...values,
          items: items.map(({ text, clause }, at) => ({ key: `a${at + 1}`, text, clause: clause || null })),
          measures: values.kind === 'onSiteDecision' ? ordered : [],
          inspectors: requiresOfficerSignature(values.kind) ? inspectors : [],
        },
        { quiet: true },
      ),
    onSuccess: async ({ id }) => {
      void message.success('已下发');
      void client.invalidateQueries({ queryKey: noticeKey });
      onClose();
      await navigate(noticeOf(id));
    },
  });
  return (
    <TabDrawer
      open
      size={600}
      title="下发执法通知"
      onClose={onClose}
      footer={
        <div className="kit-details-foot">
          <Button type="primary" loading={issue.isPending} onClick={form.submit}>
            下发
          </Button>
        </div>
      }
    >
      <Form<Values>
        form={form}
        className="kit-form"
        layout="vertical"
        scrollToFirstError={{ block: 'center', focus: true }}
        initialValues={{ items: [{ text: '' }], measures: [{}], dueOn, files: [] }}
        onFinish={issue.mutate}
      >
        {issue.error && <Alert type="error" showIcon title={issue.error.message} />}
        <Form.Item name="enterpriseId" label="企业" rules={needed('请选择企业')}>
          <EnterpriseSelect onChange={() => form.setFieldValue('inspectors', [])} />
        </Form.Item>
        <Form.Item name="kind" label="通知类型" rules={needed('请选择通知类型')}>
          <DictSelect type="enforcementKind" allowClear={false} />
        </Form.Item>
        {requiresOfficerSignature(kind ?? '') && (
          <Form.Item
            name="inspectors"
            label="执法人员"
            rules={[twoOfficers]}
            validateTrigger="onSubmit"
            extra="两名执法人员署名；证件到期或不管辖该企业的不能选择"
          >
            <OfficerPicks enterpriseId={enterpriseId} withSelf />
          </Form.Item>
        )}
        <Form.Item name="title" label="标题" rules={needed('标题不能为空')}>
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="basis" label="依据" extra="所依据的法律、法规、规章条款，由本单位法制人员核对">
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
        </Form.Item>
        <Form.List name="items">
          {(fields, { add, remove }) => (
            <fieldset className="spot-list">
              <legend>事项</legend>
              {fields.map(({ key, name }) => (
                <div key={key}>
                  <Form.Item name={[name, 'text']} rules={needed('请填写事项内容')}>
                    <Input.TextArea
                      aria-label={`事项 ${name + 1}`}
                      placeholder={isOrder ? '存在的问题，如 安全出口被纸箱堵塞' : '存在的问题或要求'}
                      autoSize
                      maxLength={300}
                    />
                  </Form.Item>
                  <Form.Item name={[name, 'clause']} rules={isOrder ? needed('请填写法律依据') : []}>
                    <Input
                      aria-label={`事项 ${name + 1} 法律依据`}
                      placeholder={isOrder ? '法律依据，如 《消防法》第二十八条' : '法律依据（可不填）'}
                      maxLength={120}
                    />
                  </Form.Item>
                  <Button type="text" danger aria-label={`移除事项 ${name + 1}`} onClick={() => remove(name)}>
                    移除
                  </Button>
                </div>
              ))}
              <Button type="link" size="small" onClick={() => add({ text: '' })}>
                添加事项
              </Button>
            </fieldset>
          )}
        </Form.List>
        {kind === 'onSiteDecision' && (
          <Form.List name="measures">
            {(fields, { add, remove }) => (
              <fieldset className="spot-list">
                <legend>现场处理措施</legend>
                {fields.map(({ key, name }) => (
                  <div key={key}>
                    <Form.Item name={[name, 'kind']} rules={needed('请选择措施')}>
                      <Select aria-label={`措施 ${name + 1}`} placeholder="措施" options={measures} />
                    </Form.Item>
                    <Form.Item name={[name, 'scope']} rules={needed('请填写范围')}>
                      <Input aria-label={`措施 ${name + 1} 范围`} placeholder="场所、设备或作业" maxLength={200} />
                    </Form.Item>
                    <Button type="text" danger aria-label={`移除措施 ${name + 1}`} onClick={() => remove(name)}>
                      移除
                    </Button>
                  </div>
                ))}
                <Button type="link" size="small" onClick={() => add({})}>
                  添加措施
                </Button>
              </fieldset>
            )}
          </Form.List>
        )}
        <Form.Item name="dueOn" label="回复期限" rules={needed('请选择回复期限')}>
          <DayPicker />
        </Form.Item>
        <Form.Item name="files" label="附件">
          <FileList purpose="evidence" label="附件" />
        </Form.Item>
      </Form>
    </TabDrawer>
  );
}
