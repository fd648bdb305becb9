import { Form, Input, Switch, type FormInstance } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import { dayField, DayPicker, TimePicker, timeField } from '#widgets/day-picker.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import type { Channel } from '../calls.ts';
import { fieldProblem, type FormValues } from '../rules.ts';
import { AudienceField } from './audience-field.tsx';
import { FilesField } from './files-field.tsx';

const RichTextEditor = lazyPart(async () => (await import('#widgets/rich-text/rich-text-editor.tsx')).RichTextEditor);

interface Props {
  channel: Channel;
  form: FormInstance<FormValues>;
  initial: FormValues;
  onTyped: () => void;
}

const checked = (name: 'title' | 'kind' | 'content') => [
  {
    validator: async (_rule: unknown, value: unknown) => {
      const problem = fieldProblem(name, value);
      if (problem) throw new Error(problem);
    },
  },
];

interface EditorProps {
  value?: string;
  onChange?: (html: string) => void;
  id?: string;
}
const Content = ({ value = '', onChange, id }: EditorProps) => (
  <Suspense fallback={<Skeleton height={260} />}>
    <RichTextEditor value={value} onChange={(html) => onChange?.(html)} label="正文" {...(id ? { id } : {})} />
  </Suspense>
);

const Row = ({ children }: { children: ReactNode }) => <div className="notice-form-row">{children}</div>;

export function EditorForm({ channel, form, initial, onTyped }: Props) {
  const isSystem = channel === 'system';
  const needReceipt = Form.useWatch('needReceipt', form) === true;
  return (
    <Form<FormValues>
      form={form}
      name="notice"
      className="notice-form"
      layout="vertical"
      initialValues={initial}
      onValuesChange={(changed: FormValues) => {
        // Clear the targets before other updates, because they are valid for one audience type only.
        if (changed.audience !== undefined) form.setFieldValue('targets', []);
        const again = (Object.keys(changed) as (keyof FormValues)[]).filter(
          (name) => form.getFieldError(name).length > 0,
        );
        if (again.length > 0) void form.validateFields(again).catch(() => undefined);
        onTyped();
      }}
    >
      <Form.Item name="title" label="标题" required rules={checked('title')} validateTrigger="onBlur">
        <Input maxLength={80} showCount autoComplete="off" />
      </Form.Item>
      <Row>
        <Form.Item name="kind" label="类别" required rules={checked('kind')} validateTrigger="onBlur">
          <DictSelect type="noticeKind" placeholder="请选择" />
        </Form.Item>
        <Form.Item name="publishAt" label="发布时间" {...timeField}>
          <TimePicker placeholder="立即发布" />
        </Form.Item>
        <Form.Item name="expireAt" label="失效时间" {...timeField}>
          <TimePicker placeholder="长期有效" />
        </Form.Item>
      </Row>
      <AudienceField channel={channel} />
      <Form.Item name="content" label="正文" required rules={checked('content')} validateTrigger="onBlur">
        <Content />
      </Form.Item>
      {!isSystem && (
        <Form.Item name="files" label="附件" extra="最多 10 个，不含宏的文档或图片，每个不超过 20M">
          <FilesField />
        </Form.Item>
      )}
      <div className="notice-switches">
        {!isSystem && (
          <Form.Item name="needReceipt" label="需要回执" valuePropName="checked" layout="horizontal">
            <Switch />
          </Form.Item>
        )}
        {!isSystem && needReceipt && (
          <Form.Item name="receiptDueOn" label="回执截止" layout="horizontal" {...dayField}>
            <DayPicker placeholder="不限" />
          </Form.Item>
        )}
        <Form.Item name="pinned" label="置顶" valuePropName="checked" layout="horizontal">
          <Switch />
        </Form.Item>
      </div>
    </Form>
  );
}
