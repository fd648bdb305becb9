import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import {
  CopyButton,
  LinkRows,
  NewLinkForm,
  SecretAddress,
  useSecretLinks,
} from '#widgets/secret-links/secret-links.tsx';
import { makeCode, reportCodes, reportPath, revokeCode } from './calls.ts';

export function CodesDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(reportCodes);
  const { made, hide, make, revoke } = useSecretLinks({
    queryKey: reportCodes.queryKey,
    make: makeCode,
    revoke: revokeCode,
    pathOf: reportPath,
    revoked: '已停用，扫码不再能举报',
  });
  return (
    <TabModal open width={620} title="举报码" footer={null} onCancel={onClose}>
      <div className="secret-links">
        <p className="sub">
          打印后张贴在现场。员工扫码即可举报，不需要账号，可以不留姓名；扫码的人看不到其他人的举报。
        </p>
        {make.error && <Alert type="error" showIcon title={make.error.message} />}
        {made ? (
          <SecretAddress
            address={made.address}
            size={168}
            errorLevel="Q"
            codeLabel={`${made.name}的举报码`}
            addressLabel="举报地址"
            title={made.name}
            words="只显示这一次，请现在打印或复制；遗失后停用并重新制作。"
          >
            <CopyButton text={made.address} noun="地址" />
            <Button onClick={hide}>再做一个</Button>
          </SecretAddress>
        ) : (
          <NewLinkForm
            form="report-code"
            make={make}
            label="张贴位置"
            example="如：一号车间门口"
            missing="请填写位置"
            days={180}
            most={365}
            verb="制作"
          />
        )}
        <LinkRows
          label="已制作的举报码"
          links={data}
          revoke={revoke}
          verb="停用"
          actOf={({ name }) => `停用${name}的举报码`}
          nameOf={({ name }) => name}
          noteOf={({ expiresAt, reports }) => `${formatInstant(expiresAt).slice(0, 10)} 到期 · 收到 ${reports} 件`}
        />
      </div>
    </TabModal>
  );
}
