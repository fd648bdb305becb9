import { catalogueItem } from '@anlan/contract/modules/archive/catalogue';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, QRCode } from 'antd';
import { useEffect, useRef } from 'react';
import { TabModal } from '#ui/tab-modal.tsx';
import { archiveOf } from '../calls.ts';
import { addressOf } from '../rules.ts';

/** Interval for checking whether the phone has uploaded the file, in milliseconds. */
const pollMs = 3_000;

/** Shows a QR code that opens one item's upload form on a phone. Closes when the file arrives. */
export function PhoneUploadDialog({ item, onClose }: { item: string; onClose: () => void }) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const label = catalogueItem(item)?.label ?? '';
  const { data, dataUpdatedAt, isError } = useQuery({ ...archiveOf(undefined), refetchInterval: pollMs });
  const stands = data?.items.find(({ code }) => code === item);
  const many = stands === undefined ? null : stands.good + stands.expired;
  const first = useRef<{ at: number; many: number } | null>(null);
  useEffect(() => {
    if (many === null) return;
    first.current ??= { at: dataUpdatedAt, many };
    if (many <= first.current.many) return;
    void message.success(`手机已上传《${label}》`);
    void client.invalidateQueries({ queryKey: archiveOf(undefined).queryKey.slice(0, 1) });
    onClose();
  }, [many, dataUpdatedAt, label, message, client, onClose]);
  return (
    <TabModal open width={400} title={`用手机拍《${label}》`} footer={null} onCancel={onClose}>
      <div className="archive-by-phone">
        <QRCode
          aria-label={`手机上传${label}`}
          type="svg"
          value={`${location.origin}${addressOf(item)}`}
          size={200}
          bordered={false}
          color="#000"
          bgColor="#fff"
        />
        <p>用手机扫码并登录本人账号，拍照后保存；照片在手机上压缩，上传后这里自动刷新。</p>
        <p role="status" className="sub">
          {isError ? '暂时连不上服务器；手机上可以继续，网络恢复后这里自动刷新。' : '等待手机上传…'}
        </p>
      </div>
    </TabModal>
  );
}
