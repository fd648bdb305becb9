import { App } from 'antd';
import { useEffect } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { dropPending, pendingBind } from '#lib/pending-bind.ts';
import { identityName } from '#lib/oauth.ts';
import { tokens } from '#lib/tokens.ts';
import { bindTicket } from '../outside/calls.ts';

/** Offers to bind the external identity that the user verified before signing in by password. */
export function BindOffer() {
  const { modal, message } = App.useApp();
  useEffect(() => {
    const pending = pendingBind(tokens()?.tenantId);
    if (pending === undefined) return;
    const name = identityName(pending);
    const how = pending.provider === 'wechat' ? '扫码' : '用统一身份账号';
    modal.confirm({
      title: '绑定登录账号',
      content: `把${name}绑定到当前账号？绑定后可以直接${how}登录，随时可以在个人信息里解除。`,
      okText: '绑定',
      cancelText: '暂不绑定',
      onOk: async () => {
        dropPending();
        try {
          await bindTicket(pending.bindTicket);
          void message.success(`已绑定${name}`);
        } catch (error) {
          void message.error(error instanceof ApiError ? error.message : '绑定没有成功，请重新扫码');
        }
      },
      onCancel: dropPending,
    });
    // Asks once, when the component mounts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
