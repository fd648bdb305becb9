import type { ReactNode } from 'react';
import { useHostName } from '#lib/host-brand.ts';
import { signOff } from '#lib/session.ts';
import { HostMark } from '#ui/host-mark.tsx';
import './new-password.css';

interface Props {
  onBegin: () => void;
  children: ReactNode;
}

/** /enrol: administrators and users of protected tenants must set up a second factor before they continue (S04). */
export function EnrolPage({ onBegin, children }: Props) {
  useHostName('启用两步验证');
  return (
    <main className="new-password">
      <section aria-labelledby="enrol">
        <HostMark size={32} />
        <div>
          <h1 id="enrol">请先启用两步验证</h1>
          <p>
            您的单位要求两步验证，或您的账号可以管理用户、角色或租户。为防止密码泄露后被他人冒用，登录时除密码外，还要输入手机验证器上的
            6 位动态码。
          </p>
        </div>
        <ol>
          <li>在手机上打开验证器，如微信小程序“腾讯身份验证器”或 Microsoft Authenticator</li>
          <li>扫描二维码，输入显示的动态码</li>
          <li>抄下恢复码，手机不在身边时使用</li>
        </ol>
        <button type="button" className="btn main big" onClick={onBegin}>
          开始设置
        </button>
        <button type="button" className="leave" onClick={() => void signOff()}>
          退出登录
        </button>
      </section>
      {children}
    </main>
  );
}
