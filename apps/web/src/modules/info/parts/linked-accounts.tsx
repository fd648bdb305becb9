import { formatInstant } from '@anlan/contract/domain/instant';
import type { Identity } from '@anlan/contract/modules/session/oauth';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { boundParties, unbindParty } from '../calls.ts';
import { InfoSection } from './section.tsx';

const BindDialog = lazyPart(async () => (await import('./bind-dialog.tsx')).BindDialog);

const names = { wechat: '微信', directory: '单位目录账号' };

export function Parties() {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const { data, error, refetch } = useQuery(boundParties);
  const [binding, setBinding] = useState(false);
  const unbind = useMutation({
    mutationFn: ({ id }: Identity) => unbindParty(id),
    onSuccess: () => void message.success('已解除绑定'),
    onError: (failure) => void message.error(failure.message),
    onSettled: () => client.invalidateQueries({ queryKey: boundParties.queryKey }),
  });
  const ask = (row: Identity) =>
    modal.confirm({
      title: `解除${names[row.provider]}的绑定？`,
      content: '解除后不能再用它登录，密码不受影响。',
      okText: '解除绑定',
      okButtonProps: { danger: true },
      onOk: () => unbind.mutateAsync(row).catch(() => undefined),
    });
  return (
    <InfoSection
      name="parties"
      note="绑定后可用第三方账号直接登录"
      end={
        data?.wechat &&
        !data.bound.some(({ provider }) => provider === 'wechat') && (
          <Button onClick={() => setBinding(true)}>绑定微信</Button>
        )
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton width="60%" />
      ) : data.bound.length === 0 ? (
        <p className="info-line">{data.wechat ? '尚未绑定第三方账号。' : '本系统未开通第三方登录。'}</p>
      ) : (
        <ul className="info-rows" aria-label="已绑定的第三方账号">
          {data.bound.map((row) => (
            <li key={row.id}>
              <span className="info-two">
                <span>
                  {names[row.provider]}
                  {row.label && ` · ${row.label}`}
                </span>
                <small>
                  绑定于 {formatInstant(row.boundAt)}
                  {row.usedAt && ` · 最近使用 ${formatInstant(row.usedAt)}`}
                </small>
              </span>
              <Button size="small" aria-label={`解除绑定 ${names[row.provider]}`} onClick={() => void ask(row)}>
                解除绑定
              </Button>
            </li>
          ))}
        </ul>
      )}
      {binding && (
        <Suspense fallback={null}>
          <BindDialog
            onDone={() => {
              setBinding(false);
              void client.invalidateQueries({ queryKey: boundParties.queryKey });
            }}
            onClose={() => setBinding(false)}
          />
        </Suspense>
      )}
    </InfoSection>
  );
}
