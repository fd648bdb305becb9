import { prose, text } from '@anlan/contract/kit/field';
import type { TenantRow } from '@anlan/contract/modules/tenant/admin';
import { AskDialog, secretControl } from '#kit/ask-dialog.tsx';
import { switchImpersonation } from '#lib/impersonation.ts';
import { enterTenant } from '../calls.ts';

const fields = {
  reason: prose(200, '进入原因')
    .required()
    .pattern(/^\s*(\S[\s\S]{3,}\S)\s*$/, '请填写进入原因，至少 5 个字'),
  password: text(128, '您的登录密码').required(),
};
const look = { controls: { password: secretControl('current-password') } };

/** Starts an impersonation session. Needs a reason and a password check (S36). */
export const EnterDialog = ({ row, onClose }: { row: TenantRow; onClose: () => void }) => (
  <AskDialog
    title={`进入“${row.name}”`}
    verb="进入"
    fields={fields}
    look={look}
    act={({ reason, password }) => enterTenant(row.id, reason, password)}
    onDone={({ until, ...impersonation }) => switchImpersonation({ ...impersonation, until: until.getTime() }, '/')}
    onClose={onClose}
  >
    <p className="sub">
      一小时内以平台身份查看该单位的数据，双方日志都会记下原因；对方允许填写时才能修改业务数据，账号、权限和企业审核始终由对方办理。
    </p>
  </AskDialog>
);
