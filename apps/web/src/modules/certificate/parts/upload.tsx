import type { Certificate } from '@anlan/contract/modules/certificate/resource';
import type { StoredFile } from '@anlan/contract/kit/field';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input } from 'antd';
import { ApiError } from '#lib/api-error.ts';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { DayPicker } from '#widgets/day-picker.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { FilesField } from '#widgets/files/files-field.tsx';
import { Uploading, useUploading } from '#widgets/upload-state.ts';
import { certificates } from '../calls.ts';
import '#kit/form.css';

interface Values {
  kind: string;
  certNo: string;
  category?: string | null;
  issuedOn: string;
  validTo: string;
  scan: StoredFile[];
}
interface Props {
  of: Certificate | null;
  kind?: string | undefined;
  onClose: () => void;
}

const needed = (message: string) => [{ required: true, message }];

export function UploadDrawer({ of, kind, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const selectedKind = Form.useWatch('kind', form);
  const client = useQueryClient();
  const { message } = App.useApp();
  const { isUploading, tell } = useUploading();
  const send = useMutation({
    mutationFn: (values: Values) =>
      certificates.upload({ ...values, certNo: values.certNo.trim(), ...(of ? { id: of.id } : {}) }, { quiet: true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['certificate'] });
      void message.success('已上传，待安全管理人员核验');
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const formFields = new Set(['kind', 'certNo', 'category', 'issuedOn', 'validTo', 'scan']);
      form.setFields(
        error.errors
          .map(({ field, msg }) => ({ name: field === 'files' ? 'scan' : field, msg }))
          .filter(({ name }) => formFields.has(name))
          // The validation errors use the same names as the form fields.
          .map(({ name, msg }) => ({ name: name as keyof Values, errors: [msg] })),
      );
    },
  });
  return (
    <TabDrawer
      open
      size={480}
      title={of ? '上传新证' : '上传证件'}
      onClose={onClose}
      footer={
        <div className="kit-details-foot">
          <Button type="primary" loading={send.isPending} disabled={isUploading} onClick={form.submit}>
            {isUploading ? '影像正在上传…' : '提交'}
          </Button>
        </div>
      }
    >
      <Form<Values>
        form={form}
        className="kit-form"
        layout="vertical"
        scrollToFirstError={{ block: 'center', focus: true }}
        initialValues={{ kind: of?.kind ?? kind, certNo: of?.certNo ?? '', scan: [] }}
        onFinish={send.mutate}
      >
        {send.error && <Alert type="error" showIcon title={send.error.message} />}
        {of && <p className="sub">原有效期至 {of.validTo}；旧证影像会保留。</p>}
        <Uploading value={tell}>
          <Form.Item name="scan" label="证件影像" rules={needed('请上传证件影像')} extra="正反两面，字迹清楚">
            <FilesField rules={{ purpose: 'evidence', least: 1, most: 6 }} label="证件影像" />
          </Form.Item>
        </Uploading>
        <Form.Item name="kind" label="证件类型" rules={needed('请选择证件类型')}>
          <DictSelect type="certificateKind" disabled={of !== null} />
        </Form.Item>
        {selectedKind === 'operator' && of === null && (
          <Form.Item name="category" label="作业类别" rules={needed('请选择作业类别')}>
            <DictSelect type="specialOperation" />
          </Form.Item>
        )}
        <Form.Item name="certNo" label="证号" rules={[{ required: true, whitespace: true, message: '证号不能为空' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="issuedOn" label="发证日期" rules={needed('请选择发证日期')}>
          <DayPicker />
        </Form.Item>
        <Form.Item name="validTo" label="有效期至" rules={needed('请选择有效期')}>
          <DayPicker />
        </Form.Item>
      </Form>
    </TabDrawer>
  );
}
