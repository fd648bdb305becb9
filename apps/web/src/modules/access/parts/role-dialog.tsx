import type { DataScope, Role } from '@anlan/contract/modules/access/role';
import { userType as userTypes, type UserType } from '@anlan/contract/modules/session/session';
import { useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Radio } from 'antd';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useSaving } from '#ui/form/use-saving.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { createRole, roleKey, updateRole } from '../calls.ts';
import { dataScopes } from '../rules.ts';
import { RegionPicks } from '#widgets/region-picks.tsx';

/** What the dialog is open for. */
export type RoleTarget = { kind: 'new' } | { kind: 'copy'; row: Role } | { kind: 'edit'; row: Role };

interface Values {
  roleName?: string;
  roleCode?: string;
  roleDesc?: string;
  userType?: UserType;
  dsType?: DataScope;
  regionCodes?: string[];
}

const titleOf = (target: RoleTarget) =>
  target.kind === 'new'
    ? '新增角色'
    : target.kind === 'copy'
      ? `复制角色“${target.row.roleName}”`
      : `编辑角色“${target.row.roleName}”`;

function initialOf(target: RoleTarget, own: UserType, limited: boolean): Values {
  if (target.kind === 'new') return { userType: own, dsType: limited ? 'below' : 'all', regionCodes: [] };
  const { roleName, roleDesc, userType, dsType, regions } = target.row;
  const name = target.kind === 'copy' ? `${roleName}（副本）`.slice(0, 30) : roleName;
  const reach = { dsType, regionCodes: regions.map(({ code }) => code) };
  return { roleName: name, userType, ...reach, ...(roleDesc === null ? {} : { roleDesc }) };
}

interface Props {
  target: RoleTarget | null;
  /** The caller's own kind of people. */
  own: UserType;
  /** Whether the caller oversees some divisions alone. */
  limited: boolean;
  onClose: () => void;
  /** A role was made, and its permits are to be chosen next. */
  onMade: (id: string) => void;
}

/** Makes a role, a copy of one, or changes its name and description. */
export function RoleDialog({ target, ...props }: Props) {
  if (!target) return null;
  return <OpenDialog key={titleOf(target)} target={target} {...props} />;
}

function OpenDialog({ target, own, limited, onClose, onMade }: Props & { target: RoleTarget }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const isNew = target.kind !== 'edit';
  const save = useSaving({
    form,
    row: target.kind === 'edit' ? target.row : null,
    formOf: () => initialOf(target, own, limited),
    write: (
      { roleName = '', roleCode, roleDesc, userType = own, dsType = 'all', regionCodes = [] },
      _base,
      version,
    ) => {
      const reach = userType === 'regulator' ? { dsType, ...(dsType === 'chosen' ? { regionCodes } : {}) } : {};
      const words = { roleName, roleDesc: roleDesc?.trim() ? roleDesc : null, ...reach };
      if (target.kind === 'edit') return updateRole({ id: target.row.id, version, ...words });
      const code = roleCode?.trim();
      const copyOf = target.kind === 'copy' ? { copyOf: target.row.id } : {};
      return createRole({ ...words, userType, ...(code ? { roleCode: code } : {}), ...copyOf });
    },
    gone: '这个角色已被删除，无法保存',
    onSaved: async ({ id }) => {
      await client.invalidateQueries({ queryKey: roleKey });
      void message.success(isNew ? '已新增角色' : '已保存');
      onClose();
      if (target.kind === 'new') onMade(id);
    },
  });
  return (
    <TabModal
      open
      title={titleOf(target)}
      okText={target.kind === 'new' ? '保存并分配权限' : '保存'}
      cancelText="取消"
      okButtonProps={{ loading: save.isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="role"
        className="access-form"
        layout="vertical"
        initialValues={initialOf(target, own, limited)}
        onFinish={save.submit}
      >
        <SaveProblem save={save} />
        <Form.Item
          name="roleName"
          label="角色名称"
          rules={[{ required: true, whitespace: true, message: '角色名称不能为空' }]}
        >
          <Input maxLength={30} autoComplete="off" placeholder="如 值班人员" />
        </Form.Item>
        {target.kind === 'new' && (
          <Form.Item
            name="userType"
            label="适用人员"
            extra="只有这类人员可以持有该角色，保存后不能更换"
            rules={[{ required: true, message: '请选择适用人员' }]}
          >
            <DictSelect
              type="userType"
              codes={userTypes}
              allowClear={false}
              without={own === 'platform' ? ['regulator', 'enterprise', 'shop'] : ['platform']}
            />
          </Form.Item>
        )}
        {isNew && (
          <Form.Item
            name="roleCode"
            label="角色编码"
            extra="可以不填，由系统生成"
            rules={[{ pattern: /^ROLE_[A-Z0-9_]{1,40}$/, message: '编码以 ROLE_ 开头，只含大写字母、数字和下划线' }]}
          >
            <Input maxLength={45} autoComplete="off" placeholder="如 ROLE_DUTY" />
          </Form.Item>
        )}
        <Form.Item noStyle dependencies={['userType', 'dsType']}>
          {({ getFieldValue }) =>
            getFieldValue('userType') === 'regulator' && (
              <>
                <Form.Item name="dsType" label="数据范围" extra="持有多个角色时，数据范围是各角色合起来的范围">
                  <Radio.Group
                    className="data-scopes"
                    options={dataScopes.filter(({ value }) => !(limited && value === 'all'))}
                  />
                </Form.Item>
                {getFieldValue('dsType') === 'chosen' && (
                  <Form.Item
                    name="regionCodes"
                    label="自选区域"
                    extra="含所选区划以下的全部区域"
                    rules={[{ required: true, type: 'array', message: '请至少选择一个区域' }]}
                  >
                    <RegionPicks />
                  </Form.Item>
                )}
              </>
            )
          }
        </Form.Item>
        <Form.Item name="roleDesc" label="说明">
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} placeholder="这个角色给谁用、做什么" />
        </Form.Item>
        {target.kind === 'copy' && <p>新角色带有原角色的 {target.row.permits} 项权限，之后可以单独调整。</p>}
      </Form>
    </TabModal>
  );
}
