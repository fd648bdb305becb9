import type { WxAccount } from '@anlan/contract/modules/wx-account/resource';
import { App, Button } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';

const modes = { plain: '明文模式', compatible: '兼容模式', safe: '安全模式' } as const;

/** Shows the values to enter at WeChat, so that WeChat sends messages to this server. */
export function CallbackDialog({ row, onClose }: { row: WxAccount; onClose: () => void }) {
  const { message } = App.useApp();
  const address = row.door ? new URL(row.door, location.origin).href : '';
  const copy = () =>
    void navigator.clipboard.writeText(address).then(
      () => message.success('已复制'),
      () => message.error('浏览器不允许复制，请手动选择'),
    );
  return (
    <TabModal open title={`接入说明：${row.name}`} footer={null} onCancel={onClose}>
      <ol className="wx-steps">
        <li>在微信公众平台打开“设置与开发 › 基本配置 › 服务器配置”。</li>
        <li>
          服务器地址（URL）填写：
          <br />
          <code>{address}</code>{' '}
          <Button size="small" onClick={copy}>
            复制
          </Button>
        </li>
        <li>令牌（Token）和消息加解密密钥填写与这里登记的相同的值。</li>
        <li>消息加解密方式选择“{modes[row.mode]}”，提交并启用。</li>
        <li>回到这里点“测试连接”；粉丝发来第一条消息后，连接会显示为正常。</li>
      </ol>
    </TabModal>
  );
}
