import { passwordRenewal, passwordRule } from '@anlan/contract/domain/password';
import type { Duty, Protection } from '@anlan/contract/modules/access/protection';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { ReasonedDialog } from '#widgets/reason-dialog.tsx';
import { protect, protectionState, roleKey } from '../calls.ts';
import './protection.css';

const duties: Readonly<Record<Duty, { name: string; does: string }>> = {
  system: { name: '系统管理员', does: '账号、机构、系统设置' },
  security: { name: '安全管理员', does: '角色、权限、启用停用' },
  audit: { name: '审计管理员', does: '查看和导出日志' },
};

export function ProtectionDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const state = useQuery(protectionState());
  if (!state.data?.mayChange)
    return (
      <TabModal open title="等级保护三级" footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
        {state.error && <LoadFailed error={state.error} onRetry={() => void state.refetch()} />}
        {state.isPending && <Skeleton height={220} />}
        {state.data && (
          <div className="protection">
            <Standing state={state.data} />
            <p className="sub">
              由持有“安全管理员”角色的人员{state.data.mlps3 ? '停用' : '启用'}
              ，租户管理员同时承担三项职责，启用前需要改授其他角色。
            </p>
          </div>
        )}
      </TabModal>
    );
  const { mlps3 } = state.data;
  const verb = mlps3 ? '停用' : '启用';
  return (
    <ReasonedDialog
      name="protection"
      title="等级保护三级"
      verb={verb}
      reason={`${verb}原因`}
      example={mlps3 ? '如 三员人员调整，暂时停用' : '如 按等级保护测评要求'}
      danger={mlps3}
      act={(reason) => protect({ mlps3: !mlps3, reason })}
      onDone={() => {
        onClose();
        void message.success(mlps3 ? '已停用等级保护三级' : '已启用等级保护三级');
      }}
      renew={() => client.invalidateQueries({ queryKey: roleKey })}
      onClose={onClose}
    >
      <div className="protection">
        <Standing state={state.data} />
      </div>
    </ReasonedDialog>
  );
}

function Standing({ state: { mlps3, holders, several } }: { state: Protection }) {
  return (
    <>
      <p>{mlps3 ? '已经启用：' : '启用后立即生效：'}</p>
      <ul className="protection-effects">
        <li>系统、安全、审计三类管理员由不同的人担任，授予第二类时会被拒绝</li>
        <li>本单位所有人登录都需要两步验证，还没有设置的人会先被要求设置（要用登录密码，没有密码的人请先重置）</li>
        <li>30 分钟没有操作自动退出登录</li>
        <li>
          新密码 {passwordRule(true)}；{passwordRenewal}，到期的人先被要求修改
        </li>
      </ul>
      <ul className="protection-three" aria-label="三员">
        {holders.map(({ duty, people, names }) => (
          <li key={duty} className={people === 0 ? 'none' : ''}>
            <strong>{duties[duty].name}</strong>
            <small>{duties[duty].does}</small>
            <span title={names.join('、')}>
              {people === 0 ? (
                <>
                  <Icon name="alert" size={14} /> 还没有人
                </>
              ) : (
                `${names.join('、')}${people > names.length ? ` 等 ${people} 人` : ''}`
              )}
            </span>
          </li>
        ))}
      </ul>
      {several.length > 0 && !mlps3 && (
        <Alert
          type="warning"
          showIcon
          title="启用前需要调整"
          description={
            <ul className="protection-several">
              {several.map(({ name, duties: held }) => (
                <li key={name}>
                  {name} 兼任{held.map((duty) => duties[duty].name).join('、')}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
