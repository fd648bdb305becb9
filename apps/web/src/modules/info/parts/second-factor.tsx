import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { factorState } from '#lib/factor-state.ts';
import { ownKey } from '../calls.ts';
import { InfoSection } from './section.tsx';

const FactorDialog = lazyPart(async () => (await import('./factor-dialog.tsx')).FactorDialog);

export function SecondFactor() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(factorState);
  const [doing, setDoing] = useState<'enrol' | 'recovery' | 'remove' | null>(null);
  const close = async () => {
    setDoing(null);
    await client.invalidateQueries({ queryKey: ownKey });
  };
  return (
    <InfoSection
      name="factor"
      note="登录时除密码外，再输入手机验证器上的 6 位动态码"
      end={
        data &&
        (data.enabled ? (
          <>
            <Button onClick={() => setDoing('recovery')}>重新生成恢复码</Button>
            {!data.required && (
              <Button danger onClick={() => setDoing('remove')}>
                关闭
              </Button>
            )}
          </>
        ) : (
          <Button onClick={() => setDoing('enrol')}>启用</Button>
        ))
      }
    >
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton width="60%" />
      ) : (
        <p className="info-line">
          <span className={`tag ${data.enabled ? 'tone-green' : 'tone-grey'}`}>
            {data.enabled ? '已启用' : '未启用'}
          </span>
          {data.enabled
            ? `还有 ${data.recoveryLeft} 个恢复码可用${data.recoveryLeft < 3 ? '，建议重新生成' : ''}`
            : data.required
              ? '管理员账号必须启用两步验证'
              : '支持微信小程序“腾讯身份验证器”、Microsoft Authenticator 等'}
        </p>
      )}
      {doing && (
        <Suspense fallback={null}>
          <FactorDialog doing={doing} onClose={() => void close()} />
        </Suspense>
      )}
    </InfoSection>
  );
}
