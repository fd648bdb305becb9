import type { MenuInput, MenuNode, MenuOrder, MenuPatch } from '@anlan/contract/modules/access/menu';
import type { Role } from '@anlan/contract/modules/access/role';
import type { FramedPage } from '@anlan/contract/domain/external-frame';
import { menuCalls } from '@anlan/contract/modules/access/menu-calls';
import { roleCalls } from '@anlan/contract/modules/access/role-calls';
import { frameCalls } from '@anlan/contract/http/external-frame-calls';
import { protectionCalls } from '@anlan/contract/modules/access/protection-calls';
import { queryOptions } from '@tanstack/react-query';
import type { Reading } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const roles = api({ roleGet: roleCalls.roleGet, roleMenu: roleCalls.roleMenu });
const menus = api(menuCalls);

export const roleKey = ['role'] as const;

export const roleListCalls = {
  page: roleCalls.rolePage,
  get: roleCalls.roleGet,
  create: roleCalls.roleCreate,
  update: roleCalls.roleUpdate,
  remove: roleCalls.roleRemove,
};
export const roleReading: Reading<Role> = {
  key: roleKey,
  row: ({ regions }) => ({ regionCodes: regions.map(({ code }) => code) }),
};

export const roleQuery = (id: string) => callQuery([...roleKey, 'one', id], roles.roleGet, { id });

export const rolePermits = (roleId: string) =>
  queryOptions({
    queryKey: [...roleKey, 'permits', roleId],
    queryFn: async ({ signal }): Promise<{ tree: MenuNode[]; held: string[] }> => {
      const [tree, held] = await Promise.all([
        menus.menuTree({ roleId }, { signal, quiet: true }),
        menus.menuTreeByRoleId({ roleId }, { signal, quiet: true }),
      ]);
      return { tree, held };
    },
    staleTime: 0,
    gcTime: 0,
  });

export const assignPermits = (input: { roleId: string; version: number; menuIds: string[] }) =>
  roles.roleMenu(input, { quiet: true });

const protectionApi = api(protectionCalls);
export const protectionState = () =>
  callQuery([...roleKey, 'protection'], protectionApi.protection, {}, { staleTime: 0 });
export const protect = (input: { mlps3: boolean; reason: string }) => protectionApi.protect(input, { quiet: true });

export const menuKey = ['menu'] as const;

export const wholeMenu = () => callQuery([...menuKey, 'whole'], menus.menuAllTree, {});

export const createMenu = (input: MenuInput) => menus.menuCreate(input, { quiet: true });
export const updateMenu = (patch: MenuPatch) => menus.menuUpdate(patch, { quiet: true });
export const hideMenu = ({ id, version, hidden }: { id: string; version: number; hidden: boolean }) =>
  menus.menuUpdate({ id, version, hidden });
export const orderMenu = (order: MenuOrder) => menus.menuOrder(order);
export const removeMenu = ({ id, version }: { id: string; version: number }) =>
  menus.menuRemove({ id, version }, { quiet: true });

const frames = api({ frameAddress: frameCalls.frameAddress });
export const lookUp = (src: string, signal: AbortSignal): Promise<FramedPage> =>
  frames.frameAddress({ src }, { signal, quiet: true });
