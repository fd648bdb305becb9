import { field, json } from '@anlan/contract/kit/field';
import { limits } from '@anlan/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AskDialog } from '#kit/ask-dialog.tsx';
import type { Control } from '#kit/controls.tsx';
import { textOf } from '#kit/resource.ts';
import { systemName } from '#lib/brand.ts';
import { nameOn, useHostBrand } from '#lib/host-brand.ts';
import { readLogo } from '#lib/brand-calls.ts';
import { HostMark } from '#ui/host-mark.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { FileUpload } from '#widgets/file-upload.tsx';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import { enterpriseKey, updateLogo } from '../calls.ts';
import { aliasProblem } from '../rules.ts';
import './logo-dialog.css';

const alias = z.string().check(z.refine((name) => aliasProblem(name) === null, '请输入系统简称最多6个字'));
const fieldsFor = (otherwise: string) => ({
  aliasName: field<string>({ kind: 'text', label: '系统简称' }, alias).help(
    `最多 ${limits.aliasNameMax} 个字，不填则显示“${otherwise}”`,
  ),
  logoUrl: json('系统标志', z.string()).help('jpg 或 png 图片，不超过 1M；建议高度不小于 52 像素'),
});
const Alias: Control = ({ name: _name, spec: _spec, row: _row, value, onChange, ...rest }) => (
  <Input
    {...rest}
    autoComplete="off"
    placeholder="请输入系统简称最多6个字"
    count={{ show: true, max: limits.aliasNameMax, strategy: (text) => [...text.trim()].length }}
    value={textOf(value)}
    onChange={({ target }) => onChange?.(target.value)}
  />
);
const Logo: Control = ({ name: _name, spec: _spec, row: _row, value, ...rest }) => (
  <FileUpload {...rest} kind="logo" label="标志" value={textOf(value) || null} />
);
const look = { controls: { aliasName: Alias, logoUrl: Logo } };

/** 系统设置: the system name and logo that all users of the current enterprise see (VA-05, VA-06). */
export function LogoDialog({ onClose }: { onClose: () => void }) {
  const otherwise = nameOn(useHostBrand(), systemName);
  const [fields] = useState(() => fieldsFor(otherwise));
  const { data, error, refetch } = useQuery({
    queryKey: [...enterpriseKey, 'logo', 'own'],
    queryFn: ({ signal }) => readLogo(signal),
    gcTime: 0,
  });
  if (!data)
    return (
      <TabModal open title="系统设置" width={480} footer={null} onCancel={onClose}>
        {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Skeleton height={180} />}
      </TabModal>
    );
  return (
    <AskDialog
      title="系统设置"
      verb="保存"
      width={480}
      fields={fields}
      look={look}
      begin={data}
      act={({ aliasName, logoUrl }) => updateLogo({ aliasName: aliasName?.trim() || null, logoUrl: logoUrl ?? null })}
      renews={[enterpriseKey]}
      done="修改成功"
      onClose={onClose}
    >
      <Preview otherwise={otherwise} />
      <p className="logo-effect">保存后，本企业所有人员即时生效。</p>
    </AskDialog>
  );
}

// Shows how the name and logo will look in the top bar.
function Preview({ otherwise }: { otherwise: string }) {
  const name = textOf(Form.useWatch('aliasName')).trim() || otherwise;
  const url = textOf(Form.useWatch('logoUrl'));
  return (
    <div className="logo-preview" aria-label="预览" role="img">
      <span className="logo-preview-mark">{url ? <StoredPicture url={url} label="" /> : <HostMark />}</span>
      <strong>{name}</strong>
    </div>
  );
}
