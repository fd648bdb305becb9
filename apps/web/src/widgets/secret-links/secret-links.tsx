// Parts of a dialog with links that people without an account open. The secret of a link is shown only once.
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { App, Button, Form, Input, InputNumber, QRCode, type QRCodeProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { tenantOf } from '#lib/tokens.ts';
import { Skeleton } from '#ui/page-states.tsx';
import './secret-links.css';

interface Options {
  /** Key of the query that reads the links. */
  queryKey: QueryKey;
  make: (link: NewLink) => Promise<{ token: string }>;
  revoke: (id: string) => Promise<unknown>;
  pathOf: (tenantId: string, token: string) => string;
  /** Message after a link was revoked. */
  revoked: string;
}
interface NewLink {
  name: string;
  days: number;
}

export function useSecretLinks({ queryKey, pathOf, revoked, ...calls }: Options) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { tenantId } = useCurrentUser().sysUser;
  const [made, setMade] = useState<{ name: string; address: string } | null>(null);
  const again = () => client.invalidateQueries({ queryKey });
  const make = useMutation({
    mutationFn: calls.make,
    onSuccess: async ({ token }, { name }) => {
      setMade({ name, address: `${location.origin}${pathOf(tenantOf() ?? tenantId, token)}` });
      await again();
    },
  });
  const revoke = useMutation({
    mutationFn: calls.revoke,
    onSuccess: async () => {
      void message.success(revoked);
      await again();
    },
    onError: (error) => void message.error(error.message),
  });
  return { made, hide: () => setMade(null), make, revoke };
}
type SecretLinks = ReturnType<typeof useSecretLinks>;

interface AddressProps extends Pick<QRCodeProps, 'size' | 'errorLevel'> {
  address: string;
  codeLabel: string;
  addressLabel: string;
  title?: string;
  words: string;
  /** Buttons under the address. */
  children?: ReactNode;
}

export const SecretAddress = ({ address, codeLabel, addressLabel, title, words, children, ...code }: AddressProps) => (
  <div className="secret-link-made">
    <QRCode
      aria-label={codeLabel}
      type="svg"
      value={address}
      size={148}
      bordered={false}
      errorLevel="M"
      color="#000"
      bgColor="#fff"
      {...code}
    />
    <div>
      {title && <b>{title}</b>}
      <p className="sub">{words}</p>
      <Input readOnly aria-label={addressLabel} value={address} onFocus={({ target }) => target.select()} />
      {children && <div className="secret-link-acts">{children}</div>}
    </div>
  </div>
);

export function CopyButton({ text, noun }: { text: string; noun: string }) {
  const { message } = App.useApp();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => message.success('已复制'),
      () => message.info(`请选中${noun}后复制`),
    );
  return <Button onClick={() => void copy()}>复制{noun}</Button>;
}

interface FormProps {
  form: string;
  make: SecretLinks['make'];
  label: string;
  example: string;
  missing: string;
  days: number;
  most: number;
  verb: string;
}

export const NewLinkForm = ({ form, make, label, example, missing, days, most, verb }: FormProps) => (
  <Form<NewLink>
    name={form}
    layout="inline"
    requiredMark={false}
    initialValues={{ name: '', days }}
    onFinish={({ name, days: valid }) => make.mutate({ name: name.trim(), days: valid })}
  >
    <Form.Item name="name" label={label} rules={[{ required: true, whitespace: true, message: missing }]}>
      <Input maxLength={30} placeholder={example} />
    </Form.Item>
    <Form.Item name="days" label="有效期" rules={[{ required: true, message: '请填写天数' }]}>
      <InputNumber min={1} max={most} precision={0} controls={false} suffix="天" />
    </Form.Item>
    <Button type="primary" htmlType="submit" loading={make.isPending}>
      {verb}
    </Button>
  </Form>
);

interface RowsProps<L> {
  label: string;
  links: readonly L[] | undefined;
  revoke: SecretLinks['revoke'];
  /** Name of the act, and its label for one link. */
  verb: string;
  actOf: (link: L) => string;
  nameOf?: (link: L) => string;
  noteOf: (link: L) => string;
}

const stateOf = ({ revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date }, verb: string) =>
  revokedAt ? `已${verb}` : expiresAt.getTime() < Date.now() ? '已过期' : '有效';

export function LinkRows<L extends { id: string; expiresAt: Date; revokedAt: Date | null }>(props: RowsProps<L>) {
  const { label, links, revoke, verb, actOf, nameOf, noteOf } = props;
  if (!links) return <Skeleton height={60} />;
  if (links.length === 0) return null;
  return (
    <ul aria-label={label}>
      {links.map((link) => (
        <li key={link.id}>
          <span>
            {nameOf && <b>{nameOf(link)}</b>} <small>{stateOf(link, verb)}</small>
            <small>{noteOf(link)}</small>
          </span>
          {stateOf(link, verb) === '有效' && (
            <Button
              danger
              size="small"
              loading={revoke.isPending && revoke.variables === link.id}
              aria-label={actOf(link)}
              onClick={() => revoke.mutate(link.id)}
            >
              {verb}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
