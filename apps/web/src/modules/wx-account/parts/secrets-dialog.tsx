import { text } from '@anlan/contract/kit/field';
import type { WxAccount } from '@anlan/contract/modules/wx-account/resource';
import { AskDialog, secretControl } from '#kit/ask-dialog.tsx';
import { updateAccount } from '../calls.ts';

const fields = {
  secret: text(64, 'AppSecret').example('留空表示不改'),
  token: text(32, '令牌（Token）').example('留空表示不改'),
  aesKey: text(43, '消息加解密密钥（EncodingAESKey）').example('留空表示不改'),
};
const secret = secretControl('new-password');
const look = { controls: { secret, token: secret, aesKey: secret } };

/** Replaces the encrypted secrets of an account. Empty fields remain unchanged. */
export const SecretsDialog = ({ row, onClose }: { row: WxAccount; onClose: () => void }) => (
  <AskDialog
    title={`${row.ready ? '更换' : '配置'}密钥：${row.name}`}
    verb="保存"
    fields={fields}
    look={look}
    act={(input) =>
      updateAccount({
        id: row.id,
        version: row.version,
        ...Object.fromEntries(Object.entries(input).filter(([, value]) => value)),
      })
    }
    renews={[['wxAccount']]}
    onClose={onClose}
  >
    <p className="sub">密钥保存后不再显示。{row.ready ? '当前已配置。' : '当前未配置齐全。'}</p>
  </AskDialog>
);
