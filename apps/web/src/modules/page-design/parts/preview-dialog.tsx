import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Button, QRCode } from 'antd';
import { useEffect, useState } from 'react';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { previewOf } from '../calls.ts';
import { publicPath } from '../paths.ts';
import { ownTenant, usePage } from './page-context.ts';
import type { Autosave } from './use-autosave.ts';

export function PreviewDialog({ keeping, onClose }: { keeping: Autosave; onClose: () => void }) {
  const { page } = usePage();
  const [isKept, setIsKept] = useState(false);
  const { keep } = keeping;
  useEffect(() => void keep().then(() => setIsKept(true)), [keep]);
  const { data, error, refetch } = useQuery(previewOf(page.id));
  const address = data && `${location.origin}${publicPath(ownTenant(), page.id, data.sign)}`;
  return (
    <TabModal open title="手机预览" footer={null} onCancel={onClose}>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {(!address || !isKept) && !error && <Skeleton height={200} />}
      {address && isKept && data && (
        <div className="pd-preview">
          <QRCode
            aria-label="预览链接的二维码"
            type="svg"
            value={address}
            size={168}
            bordered={false}
            errorLevel="M"
            color="#000"
            bgColor="#fff"
          />
          <div>
            <p>用手机扫码，看到的是草稿，没有发布也能看。</p>
            <p>{formatInstant(data.endsAt).slice(11, 16)} 之前有效，拿到链接的人都能打开。</p>
            <Button href={address} target="_blank" rel="noopener">
              在新窗口打开
            </Button>
          </div>
        </div>
      )}
    </TabModal>
  );
}
