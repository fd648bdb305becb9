import { newTenantLogin, tenantRow } from '@anlan/contract/modules/tenant/admin';
import { Select, App } from 'antd';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { ResourceForm } from '#kit/resource-form.tsx';
import type { OwnForm } from '#kit/resource-page.tsx';
import { textOf } from '#kit/resource.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { boundForm } from '../calls.ts';
import { labelOf } from '../rules.ts';
import { LogoUpload } from './logo-upload.tsx';
import { RentedField } from './rented-field.tsx';

interface NewLogin {
  id: string;
  name: string;
  username: string;
  password: string;
}

/** Shows the initial password of the first administrator. It is shown only this once. */
function NewLoginDialog({ login, onClose }: { login: NewLogin; onClose: () => void }) {
  const { message } = App.useApp();
  const copy = async () => {
    await navigator.clipboard.writeText(`${login.name}\n用户名：${login.username}\n初始密码：${login.password}`);
    void message.success('已复制');
  };
  return (
    <TabModal
      open
      title={`“${login.name}”已创建`}
      okText="已记下"
      cancelText="复制"
      mask={{ closable: false }}
      closable={false}
      onOk={onClose}
      onCancel={() => void copy()}
    >
      <p>初始密码只显示这一次，请转交首任管理员，首次登录须修改。</p>
      <dl className="tenant-made">
        <dt>单位编号</dt>
        <dd className="num">{login.id}</dd>
        <dt>用户名</dt>
        <dd className="num">{login.username}</dd>
        <dt>初始密码</dt>
        <dd className="num">{login.password}</dd>
      </dl>
    </TabModal>
  );
}

type Props = ControlProps & ControlField;
const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

const Hosts = ({ name: _name, spec: _spec, row: _row, value, ...rest }: Props) => (
  <Select
    {...rest}
    mode="tags"
    open={false}
    suffixIcon={null}
    placeholder="如 aq.example.gov.cn，回车添加"
    tokenSeparators={[',', '，', ' ', ';', '；']}
    value={textsOf(value)}
  />
);
const Logo = ({ value, onChange }: Props) => (
  <LogoUpload value={textOf(value) || null} onChange={(url) => onChange?.(url)} />
);
const Rented = ({ value, onChange }: Props) => (
  <RentedField value={textsOf(value)} onChange={(stems) => onChange?.(stems)} />
);

const look = {
  rows: [
    'name',
    ['nickName', 'username'],
    'logo',
    'copy',
    ['icp', 'tec'],
    'hosts',
    'genericHosts',
    'ownSms',
    'smsSignName',
    'smsTemplates',
    'whole',
    'rented',
  ],
  controls: { logo: Logo, hosts: Hosts, genericHosts: Hosts, rented: Rented },
  texts: {
    logo: ({ value }: { value: unknown }) => <img className="tenant-logo-big" src={textOf(value)} alt="标志" />,
    rented: ({ value }: { value: unknown }) => textsOf(value).map(labelOf).join('、'),
  },
} as const;
// The platform itself has all features.
const platformLook = { ...look, without: ['whole', 'rented'] } as const;

const newLogin = z.extend(newTenantLogin, { name: tenantRow.shape.name });

/** The form of a tenant. A new tenant gets an administrator, whose password shows after the form was saved. */
export const TenantForm: OwnForm = ({ target, onSaved, onClose }) => {
  const [login, setLogin] = useState<NewLogin | null>(null);
  if (login) return <NewLoginDialog login={login} onClose={onClose} />;
  return (
    <ResourceForm
      key={target.row?.id ?? 'new'}
      bound={boundForm}
      target={target}
      look={target.row?.id === '0' ? platformLook : look}
      several
      onSaved={(isNew, answer) => {
        const { data } = z.safeParse(newLogin, answer);
        if (data) setLogin(data);
        else onSaved(isNew);
      }}
      onClose={onClose}
    />
  );
};
