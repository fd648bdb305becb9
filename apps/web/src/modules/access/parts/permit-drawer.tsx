import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Input } from 'antd';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { assignPermits, roleKey, rolePermits } from '../calls.ts';
import { idsOf, permitGroups, searchGroups, type PermitGroup } from '../rules.ts';
import { PermitTree } from './permit-tree.tsx';

export interface PermitTarget {
  id: string;
  version: number;
  roleName: string;
  members: number;
  /** Names of the permits that are highlighted for the administrator to review. */
  toReview: readonly string[];
}

interface Props {
  target: PermitTarget | null;
  onClose: () => void;
}

export function PermitDrawer({ target, onClose }: Props) {
  if (!target) return null;
  return <OpenDrawer key={`${target.id} ${target.version}`} target={target} onClose={onClose} />;
}

function OpenDrawer({ target, onClose }: { target: PermitTarget; onClose: () => void }) {
  const state = useQuery(rolePermits(target.id));
  const client = useQueryClient();
  const { message } = App.useApp();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string> | null>(null);
  const [word, setWord] = useState('');
  const groups = state.data ? permitGroups(state.data.tree) : [];
  const all = idsOf(groups.flatMap(({ pages }) => pages));
  const held = new Set(state.data?.held.filter((id) => all.includes(id)));
  const now = selectedIds ?? held;
  const changed =
    selectedIds !== null && (selectedIds.size !== held.size || [...selectedIds].some((id) => !held.has(id)));
  const guard = useGuard({ changed });
  const save = useMutation({
    mutationFn: () => assignPermits({ roleId: target.id, version: target.version, menuIds: [...now] }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: roleKey });
      void message.success(target.members > 0 ? `已保存，${target.members} 名成员即时生效` : '已保存');
      guard.clean();
      onClose();
    },
  });
  return (
    <FormDrawer
      title={`“${target.roleName}”的权限`}
      size={720}
      isSaving={save.isPending}
      canSave={changed || target.toReview.length > 0}
      status={`已选 ${now.size} / ${all.length} 项`}
      guard={guard}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <div className="permits">
        {save.error && <Alert type="error" showIcon title={save.error.message} />}
        {target.toReview.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={`系统更新后，预设角色不再有这些权限：${target.toReview.join('、')}`}
            description="这个角色是本单位自建的，仍保留着它们。不需要的请取消勾选，需要的保持勾选；保存后不再提示。"
          />
        )}
        <Input
          allowClear
          prefix={<Icon name="search" size={16} />}
          aria-label="搜索权限"
          placeholder="搜索页面或权限"
          value={word}
          onChange={({ target: { value } }) => setWord(value)}
        />
        <p>这里只列出您自己能授予的权限。保存后，持有该角色的人无需重新登录即可生效。</p>
        {state.error && <LoadFailed error={state.error} onRetry={() => void state.refetch()} />}
        {state.isPending && <Skeleton height={240} />}
        <Found
          groups={searchGroups(groups, word)}
          isReady={state.data !== undefined}
          selectedIds={now}
          onChange={(next) => {
            guard.setLeaving(false);
            setSelectedIds(next);
          }}
        />
      </div>
    </FormDrawer>
  );
}

interface FoundProps {
  groups: PermitGroup[];
  isReady: boolean;
  selectedIds: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

const Found = ({ groups, isReady, selectedIds: chosen, onChange }: FoundProps) =>
  isReady && groups.length === 0 ? (
    <p role="status">没有符合的权限</p>
  ) : (
    <PermitTree groups={groups} chosen={chosen} onChange={onChange} />
  );
