import type { MenuNode } from '@anlan/contract/domain/access-menu';
import { userType, type UserType } from '@anlan/contract/domain/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useDirty } from '#ui/tab-scope.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { createMenu, menuKey, updateMenu } from '../calls.ts';
import { flat, placesFor, queryOf, queryText } from '../rules.ts';
import { IconPicker } from './icon-picker.tsx';

/** What the drawer is open for: an entry to change, or a new one below another. */
export interface MenuTarget {
  row: MenuNode | null;
  parentId: string | null;
}

interface Values {
  kind?: 'page' | 'group';
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
        kind: row.path === '' ? 'group' : 'page',
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

/** The drawer to make or change an entry of the menu. */
export function MenuDrawer({ target, ...props }: Props) {
  if (!target) return null;
  return <OpenDrawer key={target.row?.id ?? `new ${target.parentId}`} target={target} {...props} />;
}

function OpenDrawer({ target, tree, onClose }: Props & { target: MenuTarget }) {
  const { row } = target;
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const kind = Form.useWatch('kind', form) ?? initialOf(target).kind;
  useDirty(changed);
  const save = useMutation({
    mutationFn: (values: Values) => {
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
      const path = kind === 'page' ? (values.path ?? '') : '';
      if (row) return updateMenu({ id: row.id, version: row.version, ...shared, ...(row.preset ? {} : { path }) });
      return createMenu({ ...shared, path });
    },
    onMutate: () => setProblem(null),
    onSuccess: async () => {
      void message.success(row ? '已保存' : '已新增菜单');
      onClose();
      await client.invalidateQueries({ queryKey: menuKey });
    },
    onError: (error) => {
      setProblem(
        error instanceof ApiError && error.status === 409 ? '菜单已被他人修改，请关闭后重新打开' : error.message,
      );
      if (error instanceof ApiError)
        form.setFields(
          error.errors.map(({ field, msg }) => ({ name: field, errors: [msg] })) as Parameters<
            typeof form.setFields
          >[0],
        );
    },
  });
  const leave = () => (changed ? setLeaving(true) : onClose());
  const pages = flat(tree).filter(({ path, preset }) => preset && path !== '');
  return (
    <TabDrawer
      open
      closable={{ placement: 'end' }}
      size={520}
      title={row ? `编辑菜单“${row.name}”` : '新增菜单'}
      mask={{ closable: !changed }}
      onClose={leave}
      footer={
        <div className="access-foot">
          <span role="status">{leaving ? '有未保存的修改' : ''}</span>
          {leaving ? (
            <>
              <Button onClick={() => setLeaving(false)}>继续编辑</Button>
              <Button danger onClick={onClose}>
                放弃修改
              </Button>
            </>
          ) : (
            <>
              <Button onClick={leave}>取消</Button>
              <Button type="primary" loading={save.isPending} onClick={form.submit}>
                保存
              </Button>
            </>
          )}
        </div>
      }
    >
      <Form<Values>
        form={form}
        name="menu"
        className="access-form"
        layout="vertical"
        initialValues={initialOf(target)}
        onValuesChange={() => {
          setLeaving(false);
          setChanged(true);
        }}
        onFinish={(values) => save.mutate(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        {!row && (
          <Form.Item name="kind" label="种类">
            <Radio.Group
              options={[
                { value: 'page', label: '页面' },
                { value: 'group', label: '分组' },
              ]}
            />
          </Form.Item>
        )}
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '名称不能为空' }]}>
          <Input maxLength={20} autoComplete="off" />
        </Form.Item>
        <Form.Item name="parentId" label="上级" extra="不选则为顶部菜单">
          <Select allowClear placeholder="顶部菜单" options={placesFor(tree, row?.id ?? null)} />
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
          {kind === 'page' && (
            <Form.Item name="keepAlive" label="切换页签时保留页面" valuePropName="checked">
              <Switch />
            </Form.Item>
          )}
        </div>
      </Form>
    </TabDrawer>
  );
}
