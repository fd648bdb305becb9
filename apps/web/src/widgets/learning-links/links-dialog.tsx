import { formatInstant } from '@anlan/contract/domain/instant';
import type { LearningLink } from '@anlan/contract/modules/learning/public-links';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, QRCode } from 'antd';
import { useState } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { tenantOf } from '#lib/tokens.ts';
import { Skeleton } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { outsidePath } from './public-page-path.ts';
import './links.css';

const stateOf = ({ revokedAt, expiresAt }: LearningLink) =>
  revokedAt ? '已撤销' : expiresAt.getTime() < Date.now() ? '已过期' : '有效';
const kinds = {
  training: {
    days: 30,
    words: '把二维码发到班组群或打印张贴。扫码的人看到培训内容，登录后学习；链接 30 天有效，可以随时撤销。',
  },
  personage: {
    days: 1,
    words: '凭链接可以查看这位学员的学习档案，姓名已遮盖；链接 24 小时有效，可以随时撤销。',
  },
} as const;

export interface LinkCalls {
  links: (input: { id: string }, ask: { signal: AbortSignal; quiet: true }) => Promise<LearningLink[]>;
  makeLink: (input: { id: string; days: number }, ask: { quiet: true }) => Promise<{ token: string }>;
  revokeLink: (input: { id: string }) => Promise<null>;
}

export function LinksDialog({
  id,
  name,
  of,
  calls,
  onClose,
}: {
  id: string;
  name: string;
  of: keyof typeof kinds;
  calls: LinkCalls;
  onClose: () => void;
}) {
  const { days, words } = kinds[of];
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useCurrentUser();
  const queryKey = ['learning-links', of, id];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => calls.links({ id }, { signal, quiet: true }) });
  const [token, setToken] = useState<string | null>(null);
  const again = () => client.invalidateQueries({ queryKey });
  const make = useMutation({
    mutationFn: () => calls.makeLink({ id, days }, { quiet: true }),
    onSuccess: async (made) => {
      setToken(made.token);
      await again();
    },
  });
  const revoke = useMutation({
    mutationFn: (link: string) => calls.revokeLink({ id: link }),
    onSuccess: async () => {
      void message.success('已撤销，链接立即失效');
      await again();
    },
  });
  const address =
    token === null ? null : `${location.origin}${outsidePath(of, tenantOf() ?? who.sysUser.tenantId, token)}`;
  return (
    <TabModal open width={560} title={`链接 · ${name}`} footer={null} onCancel={onClose}>
      <div className="learning-links">
        <p className="sub">{words}</p>
        {make.error && <Alert type="error" showIcon title={make.error.message} />}
        {address === null ? (
          <Button type="primary" loading={make.isPending} onClick={() => make.mutate()}>
            生成链接
          </Button>
        ) : (
          <div className="learning-link-made">
            <QRCode
              aria-label="链接的二维码"
              type="svg"
              value={address}
              size={148}
              bordered={false}
              errorLevel="M"
              color="#000"
              bgColor="#fff"
            />
            <div>
              <p className="sub">只显示这一次，关闭后不能再查看，请现在扫码或复制。</p>
              <Input readOnly aria-label="链接" value={address} onFocus={({ target }) => target.select()} />
            </div>
          </div>
        )}
        {!data && <Skeleton height={60} />}
        {data && data.length > 0 && (
          <ul aria-label="已生成的链接">
            {data.map((link) => (
              <li key={link.id}>
                <span>
                  {stateOf(link)} <small>{formatInstant(link.expiresAt).slice(0, 16)} 到期</small>
                </span>
                {stateOf(link) === '有效' && (
                  <Button
                    danger
                    size="small"
                    loading={revoke.isPending && revoke.variables === link.id}
                    aria-label={`撤销 ${formatInstant(link.expiresAt).slice(0, 16)} 到期的链接`}
                    onClick={() => revoke.mutate(link.id)}
                  >
                    撤销
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
