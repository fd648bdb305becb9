import { formatInstant } from '@anlan/contract/domain/instant';
import type { ReportCode } from '@anlan/contract/modules/staff-report/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, InputNumber, QRCode } from 'antd';
import { useState } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { tenantOf } from '#lib/tokens.ts';
import { Skeleton } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { makeCode, reportCodes, reportPath, revokeCode } from './calls.ts';
import './codes.css';

const stateOf = ({ revokedAt, expiresAt }: ReportCode) =>
  revokedAt ? '已停用' : expiresAt.getTime() < Date.now() ? '已过期' : '有效';

export function CodesDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useCurrentUser();
  const { data } = useQuery(reportCodes);
  const [made, setMade] = useState<{ token: string; name: string } | null>(null);
  const again = () => client.invalidateQueries({ queryKey: reportCodes.queryKey });
  const make = useMutation({
    mutationFn: makeCode,
    onSuccess: async ({ token }, { name }) => {
      setMade({ token, name });
      await again();
    },
  });
  const revoke = useMutation({
    mutationFn: revokeCode,
    onSuccess: async () => {
      void message.success('已停用，扫码不再能举报');
      await again();
    },
    onError: (error) => void message.error(error.message),
  });
  const address = made && `${location.origin}${reportPath(tenantOf() ?? who.sysUser.tenantId, made.token)}`;
  return (
    <TabModal open width={620} title="举报码" footer={null} onCancel={onClose}>
      <div className="report-codes">
        <p className="sub">
          打印后张贴在现场。员工扫码即可举报，不需要账号，可以不留姓名；扫码的人看不到其他人的举报。
        </p>
        {make.error && <Alert type="error" showIcon title={make.error.message} />}
        {address && made ? (
          <div className="report-code-made">
            <QRCode
              aria-label={`${made.name}的举报码`}
              type="svg"
              value={address}
              size={168}
              bordered={false}
              errorLevel="Q"
              color="#000"
              bgColor="#fff"
            />
            <div>
              <b>{made.name}</b>
              <p className="sub">只显示这一次，请现在打印或复制；遗失后停用并重新制作。</p>
              <Input readOnly aria-label="举报地址" value={address} onFocus={({ target }) => target.select()} />
              <div className="report-code-acts">
                <Button
                  onClick={() =>
                    void navigator.clipboard.writeText(address).then(
                      () => message.success('已复制'),
                      () => message.info('请选中地址后复制'),
                    )
                  }
                >
                  复制地址
                </Button>
                <Button onClick={() => setMade(null)}>再做一个</Button>
              </div>
            </div>
          </div>
        ) : (
          <Form<{ name: string; days: number }>
            name="report-code"
            layout="inline"
            requiredMark={false}
            initialValues={{ name: '', days: 180 }}
            onFinish={({ name, days }) => make.mutate({ name: name.trim(), days })}
          >
            <Form.Item
              name="name"
              label="张贴位置"
              rules={[{ required: true, whitespace: true, message: '请填写位置' }]}
            >
              <Input maxLength={30} placeholder="如：一号车间门口" />
            </Form.Item>
            <Form.Item name="days" label="有效期" rules={[{ required: true, message: '请填写天数' }]}>
              <InputNumber min={1} max={365} precision={0} controls={false} suffix="天" />
            </Form.Item>
            <Button type="primary" htmlType="submit" loading={make.isPending}>
              制作
            </Button>
          </Form>
        )}
        {!data && <Skeleton height={60} />}
        {data && data.length > 0 && (
          <ul aria-label="已制作的举报码">
            {data.map((code) => (
              <li key={code.id}>
                <span>
                  <b>{code.name}</b> <small>{stateOf(code)}</small>
                  <small>
                    {formatInstant(code.expiresAt).slice(0, 10)} 到期 · 收到 {code.reports} 件
                  </small>
                </span>
                {stateOf(code) === '有效' && (
                  <Button
                    danger
                    size="small"
                    loading={revoke.isPending && revoke.variables === code.id}
                    aria-label={`停用${code.name}的举报码`}
                    onClick={() => revoke.mutate(code.id)}
                  >
                    停用
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </TabModal>
  );
}
