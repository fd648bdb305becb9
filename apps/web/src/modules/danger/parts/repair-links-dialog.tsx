import { formatInstant } from '@anlan/contract/domain/instant';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import type { RepairLink } from '@anlan/contract/modules/danger/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, InputNumber, QRCode } from 'antd';
import { useState } from 'react';
import { tenantOf } from '#lib/tokens.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { Skeleton } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { Gallery } from '#widgets/files/gallery.tsx';
import { dangerKey, dangerLinks, makeLink, revokeLink } from '../calls.ts';
import { repairPath } from '../rules.ts';
import { Problem } from './use-move.tsx';
import './act.css';

const stateOf = ({ revokedAt, expiresAt }: RepairLink) =>
  revokedAt ? '已撤销' : expiresAt.getTime() < Date.now() ? '已过期' : '有效';

export function LinksDialog({ row, onClose }: { row: Danger; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useCurrentUser();
  const { data } = useQuery(dangerLinks(row.id));
  const [made, setMade] = useState<{ token: string; name: string } | null>(null);
  const again = () => client.invalidateQueries({ queryKey: [...dangerKey, 'links', row.id] });
  const make = useMutation({
    mutationFn: ({ name, days }: { name: string; days: number }) => makeLink({ id: row.id, name: name.trim(), days }),
    onSuccess: async ({ token }, { name }) => {
      setMade({ token, name });
      await again();
    },
  });
  const revoke = useMutation({
    mutationFn: revokeLink,
    onSuccess: async () => {
      void message.success('已撤销，链接立即失效');
      await again();
    },
    onError: (error) => void message.error(error.message),
  });
  const address = made && `${location.origin}${repairPath(tenantOf() ?? who.sysUser.tenantId, made.token)}`;
  return (
    <TabModal open width={620} title={`维修链接 · ${row.title}`} footer={null} onCancel={onClose}>
      <div className="danger-links">
        <p className="sub">外部维修人员凭链接只能看到这一条隐患，上传照片和说明，不能看到其他内容。</p>
        {make.error && <Problem error={make.error} />}
        {address && made ? (
          <div className="danger-link-made">
            <QRCode
              aria-label="维修链接的二维码"
              type="svg"
              value={address}
              size={148}
              bordered={false}
              errorLevel="M"
              color="#000"
              bgColor="#fff"
            />
            <div>
              <b>给“{made.name}”的链接</b>
              <p className="sub">只显示这一次，关闭后不能再查看，请现在扫码或复制。</p>
              <Input readOnly aria-label="链接" value={address} onFocus={({ target }) => target.select()} />
              <Button
                onClick={() =>
                  void navigator.clipboard.writeText(address).then(
                    () => message.success('已复制'),
                    () => message.info('请选中链接后复制'),
                  )
                }
              >
                复制链接
              </Button>
            </div>
          </div>
        ) : (
          <Form<{ name: string; days: number }>
            name="danger-link"
            layout="inline"
            requiredMark={false}
            initialValues={{ name: '', days: 7 }}
            onFinish={(values) => make.mutate(values)}
          >
            <Form.Item
              name="name"
              label="给谁"
              rules={[{ required: true, whitespace: true, message: '请填写单位或人员' }]}
            >
              <Input maxLength={30} placeholder="维修单位或人员" />
            </Form.Item>
            <Form.Item name="days" label="有效期" rules={[{ required: true, message: '请填写天数' }]}>
              <InputNumber min={1} max={30} precision={0} controls={false} suffix="天" />
            </Form.Item>
            <Button type="primary" htmlType="submit" loading={make.isPending}>
              生成链接
            </Button>
          </Form>
        )}
        {!data && <Skeleton height={60} />}
        {data && data.links.length > 0 && (
          <ul aria-label="已生成的链接">
            {data.links.map((link) => (
              <li key={link.id}>
                <span>
                  <b>{link.name}</b> <small>{stateOf(link)}</small>
                  <small>
                    {formatInstant(link.expiresAt).slice(0, 16)} 到期 ·{' '}
                    {link.usedAt ? `${formatInstant(link.usedAt).slice(5, 16)} 打开过` : '还没有打开'}
                  </small>
                </span>
                {stateOf(link) === '有效' && (
                  <Button
                    danger
                    size="small"
                    loading={revoke.isPending && revoke.variables === link.id}
                    aria-label={`撤销给${link.name}的链接`}
                    onClick={() => revoke.mutate(link.id)}
                  >
                    撤销
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {data && data.entries.length > 0 && (
          <section aria-label="维修说明">
            <h3>维修说明</h3>
            {data.entries.map((entry) => (
              <div key={entry.id} className="danger-entry">
                <b>{entry.name}</b> <small>{formatInstant(entry.at).slice(0, 16)}</small>
                <p>{entry.note}</p>
                {entry.photos.length > 0 && <Gallery files={entry.photos} label="维修照片" />}
              </div>
            ))}
          </section>
        )}
      </div>
    </TabModal>
  );
}
