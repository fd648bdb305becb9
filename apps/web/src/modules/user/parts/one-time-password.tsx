import { formatInstant } from '@anlan/contract/domain/instant';
import type { OneTimePassword } from '@anlan/contract/modules/user/admin';
import { Alert, App, Button } from 'antd';
import { useRef } from 'react';
import { Icon } from '#ui/icon.tsx';
import { TabModal } from '#ui/tab-modal.tsx';

export interface IssuedPassword extends Pick<OneTimePassword, 'password' | 'endsAt'> {
  nickName: string;
  username: string;
}
/** Whether the answer of a call contains a one-time password. */
export const isIssued = (answer: object): answer is IssuedPassword => 'password' in answer && 'endsAt' in answer;

/** The one-time password. After closing, only a reset gives a new password. */
export function OneTimeDialog({ given, onClose }: { given: IssuedPassword; onClose: () => void }) {
  const { message } = App.useApp();
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(given.password);
      void message.success('已复制');
    } catch {
      // The browser denied clipboard access. Select the text, so that the user can copy it with Ctrl+C.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      void message.info('请按 Ctrl+C 复制');
    }
  };
  return (
    <TabModal
      open
      title="一次性密码"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          我已记下
        </Button>
      }
    >
      <div className="user-words">
        <p>
          “{given.nickName}”的用户名是 <b>{given.username}</b>，密码是：
        </p>
        <div className="user-password">
          <code ref={text}>{given.password}</code>
          <Button icon={<Icon name="file" size={16} />} onClick={() => void copy()}>
            复制
          </Button>
        </div>
        <Alert
          type="warning"
          showIcon
          title="只显示这一次，请当面或用可靠的方式交给本人"
          description={`${formatInstant(given.endsAt).slice(0, 16)} 前有效，首次登录后须改为自己的密码。`}
        />
      </div>
    </TabModal>
  );
}
