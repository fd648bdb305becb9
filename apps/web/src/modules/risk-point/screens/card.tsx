import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { useTabActive } from '#ui/tab-context.tsx';
import { cardOf, downloadCard, pointKey, points } from '../calls.ts';
import { CardSheet } from '../parts/card-sheet.tsx';
import '../parts/card.css';

/** 风险告知卡: the notice card of a risk point, to print or save as PDF. */
export function Screen() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? '';
  const { data, error, refetch } = useQuery(cardOf(id));
  const isActive = useTabActive();
  const taking = useMutation({ mutationFn: downloadCard });
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const renewing = useMutation({
    mutationFn: (version: number) => points.renewCode({ id, version }),
    onSuccess: () => void message.success('二维码已更换，请打印并张贴新的告知卡，取下旧卡'),
    onSettled: () => client.invalidateQueries({ queryKey: pointKey }),
  });
  useEffect(() => {
    if (!isActive) return undefined;
    // While this page is open, printing includes only the card, without the app layout.
    document.documentElement.dataset['print'] = 'risk-card';
    return () => {
      delete document.documentElement.dataset['print'];
    };
  }, [isActive]);
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={640} />;
  // The contract schema has no type for this field.
  const point = data.point as RiskPoint;
  return (
    <>
      <PageHead
        title="风险告知卡"
        sub={
          data.code === null
            ? `${point.name} · ${point.no} · 张贴用的告知卡由主要负责人或安全管理人员打印`
            : `${point.name} · ${point.no}`
        }
        end={
          <>
            {point.abilities.includes('renewCode') && (
              <Button
                loading={renewing.isPending}
                onClick={() =>
                  void modal.confirm({
                    title: '更换这张告知卡的二维码？',
                    content: '旧二维码立即失效，扫旧码不能证明到点。更换后请打印并张贴新的告知卡。',
                    okText: '更换',
                    onOk: () => renewing.mutateAsync(point.version).catch(() => undefined),
                  })
                }
              >
                换码
              </Button>
            )}
            <Button onClick={() => window.print()}>打印</Button>
            <Button
              type="primary"
              icon={<Icon name="file" size={16} />}
              loading={taking.isPending}
              onClick={() => taking.mutate(id)}
            >
              下载 PDF
            </Button>
          </>
        }
      />
      <div className="card-scroll">
        <CardSheet card={data} point={point} />
      </div>
    </>
  );
}
