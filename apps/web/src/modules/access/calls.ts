import type { MenuInput, MenuNode, MenuOrder, MenuPatch } from '@anlan/contract/modules/access/menu';
import type { RoleInput, RolePatch } from '@anlan/contract/modules/access/role';
import type { Framed } from '@anlan/contract/domain/frame';
import { menuCalls } from '@anlan/contract/modules/access/menu-calls';
import { roleCalls } from '@anlan/contract/modules/access/role-calls';
import { frameCalls } from '@anlan/contract/http/frame';
import { protectionCalls } from '@anlan/contract/modules/access/protection-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const { roleList: _, roleGet: __, ...roleAdmin } = roleCalls;
const roles = api(roleAdmin);
const menus = api(menuCalls);

/** How the list's request stands in its URL. */
export const roleQuery = roleCalls.rolePage.input;
/** What the list asks for. */
export type RolePage = Parameters<typeof roles.rolePage>[0];
/** Filters of the list. */
export type RoleFilter = RolePage['filter'];

/** Everything that has been read of roles; let go after a write. */
export const roleKey = ['role'] as const;

/** A page of the list; the old rows stay while the next are on their way. */
export const rolePage = (input: RolePage) =>
  queryOptions({
    queryKey: [...roleKey, 'page', input],
    queryFn: ({ signal }) => roles.rolePage(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** What the caller may put into a role, and the entries whose permits it holds. */
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

/** Makes a role; the form shows what fails. */
export const createRole = (input: RoleInput) => roles.roleCreate(input, { quiet: true });
/** Changes a role; the form shows what fails. */
export const updateRole = (patch: RolePatch) => roles.roleUpdate(patch, { quiet: true });
/** Takes a role away. */
export const removeRole = ({ id, version }: { id: string; version: number }) =>
  roles.roleRemove({ id, version }, { quiet: true });
/** Makes these the entries whose permits a role holds; the drawer shows what fails. */
export const givePermits = (input: { roleId: string; version: number; menuIds: string[] }) =>
  roles.roleMenu(input, { quiet: true });

const shields = api(protectionCalls);
/** How the tenant is protected, and who runs each of the three administrations. */
export const protectionState = () =>
  queryOptions({
    queryKey: [...roleKey, 'protection'],
    queryFn: ({ signal }) => shields.protection({}, { signal, quiet: true }),
    staleTime: 0,
  });
/** Protects the tenant at level three, or no more; the dialog shows what fails. */
export const protect = (input: { mlps3: boolean; reason: string }) => shields.protect(input, { quiet: true });

/** Everything that has been read of the menu; let go after a write. */
export const menuKey = ['menu'] as const;

/** The whole menu. */
export const wholeMenu = () =>
  queryOptions({
    queryKey: [...menuKey, 'whole'],
    queryFn: ({ signal }) => menus.menuAllTree({}, { signal, quiet: true }),
  });

/** Makes an entry; the form shows what fails. */
export const createMenu = (input: MenuInput) => menus.menuCreate(input, { quiet: true });
/** Changes an entry; the form shows what fails. */
export const updateMenu = (patch: MenuPatch) => menus.menuUpdate(patch, { quiet: true });
/** Hides an entry or shows it again. */
export const hideMenu = ({ id, version, hidden }: { id: string; version: number; hidden: boolean }) =>
  menus.menuUpdate({ id, version, hidden });
/** Puts entries in their order below another. */
export const orderMenu = (order: MenuOrder) => menus.menuOrder(order);
/** Takes an entry away. */
export const removeMenu = ({ id, version }: { id: string; version: number }) =>
  menus.menuRemove({ id, version }, { quiet: true });

const frames = api({ frameAddress: frameCalls.frameAddress });
/** Looks an address of somebody else up; the page shows what fails. */
export const lookUp = (src: string, signal: AbortSignal): Promise<Framed> =>
  frames.frameAddress({ src }, { signal, quiet: true });
