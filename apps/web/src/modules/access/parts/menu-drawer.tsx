import type { MenuNode } from '@anlan/contract/modules/access/menu';
import { parseExternalAddress, externalAddressMax } from '@anlan/contract/domain/external-frame';
import { userType, type UserType } from '@anlan/contract/modules/session/session';
import { useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Radio, Select, Switch } from 'antd';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useSaving } from '#ui/form/use-saving.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { createMenu, menuKey, updateMenu } from '../calls.ts';
import { flat, parentChoices, queryOf, queryText } from '../rules.ts';
import { IconPicker } from './icon-picker.tsx';

export interface MenuTarget {
  row: MenuNode | null;
  parentId: string | null;
}

type Kind = 'page' | 'foreign' | 'group';
const kindOf = ({ path }: Pick<MenuNode, 'path'>): Kind =>
  path === '' ? 'group' : path.startsWith('/') ? 'page' : 'foreign';

interface Values {
  kind?: Kind;
  name?: string;
  parentId?: string | null;
  path?: string;
  icon?: string | null;
  queryText?: string;
  userTypes?: UserType[];
  roles?: string[];
  keepAlive?: boolean;
  visible?: boolean;
}

const initialOf = ({ row, parentId }: MenuTarget): Values =>
  row
    ? {
        kind: kindOf(row),
        name: row.name,
        parentId: row.parentId,
        path: row.path,
        icon: row.icon,
        queryText: queryText(row.query),
        userTypes: row.userTypes,
        roles: row.meta.roles,
        keepAlive: row.keepAlive,
        visible: !row.hidden,
      }
    : { kind: parentId === null ? 'group' : 'page', parentId, icon: null, keepAlive: true, visible: true };

const presetRoles = [
  { value: 'ROLE_TENANT_ADMIN', label: '租户管理员' },
  { value: 'ROLE_SYSTEM_ADMIN', label: '系统管理员' },
  { value: 'ROLE_SECURITY_ADMIN', label: '安全管理员' },
  { value: 'ROLE_AUDIT_ADMIN', label: '审计管理员' },
  { value: 'ROLE_REGULATOR', label: '监管人员' },
  { value: 'ROLE_ENT_ADMIN', label: '企业管理员' },
  { value: 'ROLE_ENT_STAFF', label: '企业员工' },
  { value: 'ROLE_SHOP', label: '店铺用户' },
  { value: 'ROLE_ADMIN', label: '平台管理员' },
];

interface Props {
  target: MenuTarget | null;
  tree: readonly MenuNode[];
  onClose: () => void;
}

export function MenuDrawer({ target, ...props }: Props) {
  if (!target) return null;
  return <OpenDrawer key={target.row?.id ?? `new ${target.parentId}`} target={target} {...props} />;
}

function OpenDrawer({ target, tree, onClose }: Props & { target: MenuTarget }) {
  const { row } = target;
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const guard = useGuard();
  const kind = Form.useWatch('kind', form) ?? initialOf(target).kind;
  const save = useSaving({
    form,
    row,
    formOf: () => initialOf(target),
    write: (values, _base, version) => {
      const shared = {
        name: values.name ?? '',
        parentId: values.parentId ?? null,
        icon: values.icon ?? null,
        query: kind === 'page' ? queryOf(values.queryText ?? '') : {},
        userTypes: values.userTypes ?? [],
        roles: values.roles ?? [],
        keepAlive: values.keepAlive ?? true,
        hidden: values.visible === false,
      };
      const path = kind === 'group' ? '' : (values.path ?? '').trim();
      if (row) return updateMenu({ id: row.id, version, ...shared, ...(row.preset ? {} : { path }) });
      return createMenu({ ...shared, path });
    },
    gone: '这个菜单已被删除，无法保存',
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: menuKey });
      void message.success(row ? '已保存' : '已新增菜单');
      guard.clean();
      onClose();
    },
  });
  const pages = flat(tree).filter(({ path, preset }) => preset && path !== '');
  return (
    <FormDrawer
      title={row ? `编辑菜单“${row.name}”` : '新增菜单'}
      size={520}
      isSaving={save.isPending}
      guard={guard}
      onSave={form.submit}
      onClose={onClose}
    >
      <Form<Values>
        form={form}
        name="menu"
        className="access-form"
        layout="vertical"
        initialValues={initialOf(target)}
        onValuesChange={(change: Values) => {
          // A menu entry has either a page path or an external address. Clear the path when the kind of entry changes.
          if (change.kind !== undefined) form.setFieldValue('path', undefined);
          guard.onTyped();
        }}
        onFinish={save.submit}
      >
        <SaveProblem save={save} />
        {!row && (
          <Form.Item name="kind" label="种类">
            <Radio.Group
              options={[
                { value: 'page', label: '页面' },
                { value: 'foreign', label: '外部链接' },
                { value: 'group', label: '分组' },
              ]}
            />
          </Form.Item>
        )}
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '名称不能为空' }]}>
          <Input maxLength={20} autoComplete="off" />
        </Form.Item>
        <Form.Item name="parentId" label="上级" extra="不选则为顶部菜单">
          <Select allowClear placeholder="顶部菜单" options={parentChoices(tree, row?.id ?? null)} />
        </Form.Item>
        {kind === 'page' && (
          <>
            <Form.Item
              name="path"
              label="页面"
              extra={row?.preset ? '系统自带的菜单不能更换页面' : '权限标识随页面而定'}
              rules={[{ required: true, message: '请选择页面' }]}
            >
              <Select
                disabled={row?.preset ?? false}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="请选择页面"
                options={pages.map(({ name, path }) => ({ value: path, label: `${name}  ${path}` }))}
              />
            </Form.Item>
            <Form.Item name="queryText" label="打开时的参数" extra="如 status=2，多个用 & 连接">
              <Input maxLength={500} autoComplete="off" />
            </Form.Item>
          </>
        )}
        {kind === 'foreign' && (
          <Form.Item
            name="path"
            label="网址"
            extra="以 http 或 https 开头，在页签内的隔离框架中打开；看得到这个菜单的人即可打开"
            rules={[
              { required: true, whitespace: true, message: '网址不能为空' },
              {
                validator: async (_rule, value: unknown) => {
                  if (typeof value === 'string' && value.trim() !== '' && parseExternalAddress(value.trim()) === null)
                    throw new Error('网址不正确，不能带用户名、密码和空格');
                },
              },
            ]}
          >
            <Input maxLength={externalAddressMax} autoComplete="off" inputMode="url" placeholder="https://" />
          </Form.Item>
        )}
        <Form.Item name="icon" label="图标">
          <IconPicker />
        </Form.Item>
        <Form.Item name="userTypes" label="可见人员" extra="不选则各类人员都可见">
          <DictSelect multiple type="userType" codes={userType} placeholder="全部" />
        </Form.Item>
        <Form.Item name="roles" label="限定角色" extra="只决定菜单是否显示，能不能操作由权限决定">
          <Select mode="multiple" placeholder="不限" options={presetRoles} />
        </Form.Item>
        <div className="access-switches">
          <Form.Item name="visible" label="在菜单中显示" valuePropName="checked">
            <Switch />
          </Form.Item>
          {kind !== 'group' && (
            <Form.Item name="keepAlive" label="切换页签时保留页面" valuePropName="checked">
              <Switch />
            </Form.Item>
          )}
        </div>
      </Form>
    </FormDrawer>
  );
}
