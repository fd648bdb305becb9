import type { Enterprise } from '@anlan/contract/domain/enterprise';
import { limits } from '@anlan/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { FileUpload } from '#widgets/file-upload.tsx';
import { enterpriseKey, updateLogo } from '../calls.ts';

/** The system's name and logo that the enterprise's own staff see. */
export function LogoDialog({ row, onClose }: { row: Enterprise; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const id = useId();
  const [aliasName, setAliasName] = useState(row.aliasName ?? '');
  const [logoUrl, setLogoUrl] = useState(row.logoUrl);
  const save = useMutation({
    mutationFn: () => updateLogo({ aliasName: aliasName.trim() === '' ? null : aliasName.trim(), logoUrl }),
    onSuccess: async () => {
      void message.success('已保存');
      onClose();
      await client.invalidateQueries({ queryKey: enterpriseKey });
    },
  });
  return (
    <TabModal
      open
      title="系统标志"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ loading: save.isPending }}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <div className="logo-form">
        {save.error && <Alert type="error" showIcon title={save.error.message} />}
        <label htmlFor={`${id}name`}>系统简称（不超过 {limits.aliasNameMax} 个字）</label>
        <Input
          id={`${id}name`}
          value={aliasName}
          maxLength={limits.aliasNameMax}
          showCount
          onChange={({ target }) => setAliasName(target.value)}
        />
        <label htmlFor={`${id}logo`}>标志图片</label>
        <FileUpload id={`${id}logo`} kind="logo" label="标志" value={logoUrl} onChange={setLogoUrl} />
      </div>
    </TabModal>
  );
}
