import { formatInstant } from '@anlan/contract/domain/instant';
import type { LearningLink } from '@anlan/contract/modules/learning/public-links';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { callQuery } from '#lib/call-query.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { LinkRows, SecretAddress, useSecretLinks } from '#widgets/secret-links/secret-links.tsx';
import { outsidePath } from './public-page-path.ts';

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

interface LinkCalls {
  links: (
    input: { id: string },
    ask: { signal?: AbortSignal | undefined; quiet?: boolean | undefined },
  ) => Promise<LearningLink[]>;
  makeLink: (input: { id: string; days: number }, ask: { quiet: true }) => Promise<{ token: string }>;
  revokeLink: (input: { id: string }, ask: { quiet: true }) => Promise<null>;
}

interface Props {
  id: string;
  name: string;
  of: keyof typeof kinds;
  calls: LinkCalls;
  onClose: () => void;
}

export function LinksDialog({ id, name, of, calls, onClose }: Props) {
  const { days, words } = kinds[of];
  const queryKey = ['learning-links', of, id];
  const { data } = useQuery(callQuery(queryKey, calls.links, { id }));
  const { made, make, revoke } = useSecretLinks({
    queryKey,
    make: (link) => calls.makeLink({ id, days: link.days }, { quiet: true }),
    revoke: (link) => calls.revokeLink({ id: link }, { quiet: true }),
    pathOf: (tenantId, token) => outsidePath(of, tenantId, token),
    revoked: '已撤销，链接立即失效',
  });
  return (
    <TabModal open width={560} title={`链接 · ${name}`} footer={null} onCancel={onClose}>
      <div className="secret-links">
        <p className="sub">{words}</p>
        {make.error && <Alert type="error" showIcon title={make.error.message} />}
        {made ? (
          <SecretAddress
            address={made.address}
            codeLabel="链接的二维码"
            addressLabel="链接"
            words="只显示这一次，关闭后不能再查看，请现在扫码或复制。"
          />
        ) : (
          <Button type="primary" loading={make.isPending} onClick={() => make.mutate({ name: '', days })}>
            生成链接
          </Button>
        )}
        <LinkRows
          label="已生成的链接"
          links={data}
          revoke={revoke}
          verb="撤销"
          actOf={({ expiresAt }) => `撤销 ${formatInstant(expiresAt).slice(0, 16)} 到期的链接`}
          noteOf={({ expiresAt }) => `${formatInstant(expiresAt).slice(0, 16)} 到期`}
        />
      </div>
    </TabModal>
  );
}
