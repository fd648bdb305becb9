import { limits } from '@anlan/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { systemName } from '#lib/brand.ts';
import { nameOn, useHostBrand } from '#lib/host-brand.ts';
import { readLogo } from '#lib/brand-calls.ts';
import { HostMark } from '#ui/host-mark.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { FileUpload } from '#widgets/file-upload.tsx';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import { Uploading, useUploading } from '#widgets/upload-state.ts';
import { enterpriseKey, updateLogo } from '../calls.ts';
import { aliasProblem } from '../rules.ts';
import './logo-dialog.css';

interface Values {
  aliasName: string | null;
  logoUrl: string | null;
}

/** 系统设置: the system name and logo that all users of the current enterprise see (VA-05, VA-06). */
export function LogoDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const { isUploading, tell } = useUploading();
  const otherwise = nameOn(useHostBrand(), systemName);
  const { data, error, refetch } = useQuery({
    queryKey: [...enterpriseKey, 'logo', 'own'],
    queryFn: ({ signal }) => readLogo(signal),
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: ({ aliasName, logoUrl }: Values) =>
      updateLogo({ aliasName: aliasName?.trim() ? aliasName.trim() : null, logoUrl: logoUrl ?? null }),
    onSuccess: () => {
      void message.success('修改成功');
      onClose();
      // The top bar shows name and logo from this query.
      void client.invalidateQueries({ queryKey: enterpriseKey });
    },
  });
  return (
    <TabModal
      open
      title="系统设置"
      width={480}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ loading: save.isPending, disabled: data === undefined || isUploading }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={180} />}
      {data && (
        <Form<Values>
          form={form}
          name="system-settings"
          layout="vertical"
          requiredMark={false}
          className="logo-form"
          validateTrigger={['onBlur', 'onChange']}
          initialValues={data}
          onFinish={(values) => !isUploading && save.mutate(values)}
        >
          {save.error && <Alert type="error" showIcon title={save.error.message} role="alert" />}
          <Form.Item noStyle shouldUpdate>
            {({ getFieldValue }) => (
              <Preview name={getFieldValue('aliasName') || otherwise} url={getFieldValue('logoUrl')} />
            )}
          </Form.Item>
          <Form.Item
            name="aliasName"
            label="系统简称"
            extra={`最多 ${limits.aliasNameMax} 个字，不填则显示“${otherwise}”`}
            rules={[
              {
                validator: (_rule, value: string | null) => {
                  const problem = aliasProblem(value);
                  return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
                },
              },
            ]}
          >
            <Input
              autoComplete="off"
              placeholder="请输入系统简称最多6个字"
              count={{ show: true, max: limits.aliasNameMax, strategy: (text) => [...text.trim()].length }}
            />
          </Form.Item>
          <Uploading value={tell}>
            <Form.Item
              name="logoUrl"
              label="系统标志"
              extra={isUploading ? '标志还在上传，传完即可保存' : 'jpg 或 png 图片，不超过 1M；建议高度不小于 52 像素'}
            >
              <FileUpload kind="logo" label="标志" />
            </Form.Item>
          </Uploading>
          <p className="logo-effect">保存后，本企业所有人员即时生效。</p>
        </Form>
      )}
    </TabModal>
  );
}

// Shows how the name and logo will look in the top bar.
const Preview = ({ name, url }: { name: string; url: string | null }) => (
  <div className="logo-preview" aria-label="预览" role="img">
    <span className="logo-preview-mark">{url ? <StoredPicture url={url} label="" /> : <HostMark />}</span>
    <strong>{name.trim()}</strong>
  </div>
);
