import { wxAccountCalls } from '@anlan/contract/modules/wx-account/calls';
import { wxAccount, type WxAccount } from '@anlan/contract/modules/wx-account/resource';
import { text } from '@anlan/contract/kit/field';
import { App, Button, Alert } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { Ago } from '#ui/time-ago.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { AskDialog, secretControl } from '#kit/ask-dialog.tsx';
import { page } from './index.ts';
import { checkAccount, updateAccount } from './calls.ts';

const fields = {
  secret: text(64, 'AppSecret').example('留空表示不改'),
  token: text(32, '令牌（Token）').example('留空表示不改'),
  aesKey: text(43, '消息加解密密钥（EncodingAESKey）').example('留空表示不改'),
};
const secret = secretControl('new-password');
const look = { controls: { secret, token: secret, aesKey: secret } };

/** Replaces the encrypted secrets of an account. Empty fields remain unchanged. */
const SecretsDialog = ({ row, onClose }: { row: WxAccount; onClose: () => void }) => (
  <AskDialog
    title={`${row.ready ? '更换' : '配置'}密钥：${row.name}`}
    verb="保存"
    fields={fields}
    look={look}
    act={(input) =>
      updateAccount({
        id: row.id,
        version: row.version,
        ...Object.fromEntries(Object.entries(input).filter(([, value]) => value)),
      })
    }
    renews={[['wxAccount']]}
    onClose={onClose}
  >
    <p className="sub">密钥保存后不再显示。{row.ready ? '当前已配置。' : '当前未配置齐全。'}</p>
  </AskDialog>
);

/** Asks WeChat whether app id and secret match. */
function CheckDialog({ row, onClose }: { row: WxAccount; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['wx-account', 'check', row.id],
    queryFn: () => checkAccount(row.id),
    retry: false,
    gcTime: 0,
  });
  return (
    <TabModal
      open
      title={`测试连接：${row.name}`}
      okText="再测一次"
      cancelText="关闭"
      confirmLoading={isFetching}
      onOk={() => void refetch()}
      onCancel={onClose}
    >
      <div role="status">
        {isFetching && <p>正在向微信获取接口凭证…</p>}
        {!isFetching && error && <Alert type="error" showIcon title={error.message} />}
        {!isFetching && data && (
          <Alert
            type={data.ok ? 'success' : 'error'}
            showIcon
            title={data.ok ? 'AppID 与密钥正确，可以收发消息' : '微信没有接受'}
            description={data.message || undefined}
          />
        )}
      </div>
    </TabModal>
  );
}

const modes = { plain: '明文模式', compatible: '兼容模式', safe: '安全模式' } as const;

/** Shows the values to enter at WeChat, so that WeChat sends messages to this server. */
function CallbackDialog({ row, onClose }: { row: WxAccount; onClose: () => void }) {
  const { message } = App.useApp();
  const address = row.door ? new URL(row.door, location.origin).href : '';
  const copy = () =>
    void navigator.clipboard.writeText(address).then(
      () => message.success('已复制'),
      () => message.error('浏览器不允许复制，请手动选择'),
    );
  return (
    <TabModal open title={`接入说明：${row.name}`} footer={null} onCancel={onClose}>
      <ol className="wx-steps">
        <li>在微信公众平台打开“设置与开发 › 基本配置 › 服务器配置”。</li>
        <li>
          服务器地址（URL）填写：
          <br />
          <code>{address}</code>{' '}
          <Button size="small" onClick={copy}>
            复制
          </Button>
        </li>
        <li>令牌（Token）和消息加解密密钥填写与这里登记的相同的值。</li>
        <li>消息加解密方式选择“{modes[row.mode]}”，提交并启用。</li>
        <li>回到这里点“测试连接”；粉丝发来第一条消息后，连接会显示为正常。</li>
      </ol>
    </TabModal>
  );
}

function Connection({ row: { ready, problem, reachedAt, enabled } }: { row: WxAccount }) {
  if (!ready) return <span className="tag tone-grey">未配置密钥</span>;
  if (!enabled) return <span className="tag tone-grey">已停用</span>;
  if (problem)
    return (
      <>
        <span className="tag tone-red">连接异常</span> <span className="sub">{problem}</span>
      </>
    );
  return reachedAt === null ? (
    <span className="tag tone-orange">还没有收到微信消息</span>
  ) : (
    <>
      <span className="tag tone-green">正常</span>{' '}
      <span className="sub">
        最近消息 <Ago at={reachedAt} />
      </span>
    </>
  );
}

/** 公众号列表: accounts of the tenant, their connection to WeChat and their encrypted secrets. */
export const Screen = resourcePage(wxAccount, wxAccountCalls, {
  ...page,
  columns: [
    title(),
    tag('kind'),
    column<WxAccount>('whose', '归属', (row) => row.enterpriseName ?? '本单位', { width: 180 }),
    column<WxAccount>('connection', '连接', (row) => <Connection row={row} />, { width: 260 }),
    one('mode', { width: 120 }),
    one('door', { width: 240 }),
  ],
  filters: ['kind', 'enabled', 'enterpriseId'],
  form: {
    rows: ['name', ['appId', 'kind'], ['mode', 'enabled'], 'enterpriseId', 'logo'],
    // Exclude the encrypted secrets from this form and its draft. A separate dialog edits them.
    without: ['secret', 'token', 'aesKey'],
  },
  actionsWidth: 190,
  actions: (row, { edit, remove }) => [
    ...edit,
    ...(row.abilities.includes('update')
      ? [
          { key: 'secrets', label: row.ready ? '更换密钥' : '配置密钥', open: SecretsDialog },
          { key: 'check', label: '测试连接', open: CheckDialog },
        ]
      : []),
    { key: 'door', label: '接入说明', open: CallbackDialog },
    ...remove,
  ],
  removing: '只是暂时不用时，可以改为停用。',
  empty: '还没有公众号。登记 AppID、配置密钥后，按接入说明在微信公众平台填写服务器地址。',
});
