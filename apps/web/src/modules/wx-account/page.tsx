import { wxAccountCalls } from '@anlan/contract/modules/wx-account/calls';
import { wxAccount, type WxAccount } from '@anlan/contract/modules/wx-account/resource';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { Ago } from '#ui/time-ago.tsx';
import { page } from './index.ts';
import { CheckDialog } from './parts/connection-test-dialog.tsx';
import { CallbackDialog } from './parts/callback-dialog.tsx';
import { SecretsDialog } from './parts/secrets-dialog.tsx';

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
