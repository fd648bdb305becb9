// Valid inputs for calls on roles and the menu.
import { callNamed, cipher, dataOf, send, sendCall } from './client.ts';
import type { Actor } from './actors.ts';
import { password } from './tenants.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<{ id: string; version: number }>(
    await sendCall(actor.app, callNamed(actor.app, name), input, { token: actor.tokens.access_token }),
  );
const typeOf = ({ kind }: Actor) => (kind === 'platform' ? '9' : '0');
const newRole = async (actor: Actor) =>
  does(actor, 'access.roleCreate', { roleName: `${actor.tenant.mark}角色`, userType: typeOf(actor) });
const newHeading = async (actor: Actor) => does(actor, 'access.menuCreate', { name: '临时分组' });

interface Node {
  id: string;
  type: string;
  children: Node[];
}
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const buttons = async ({ app, tokens }: Actor) =>
  flat(dataOf<Node[]>(await send(app, 'GET', '/upms/menu/tree', { token: tokens.access_token }))).filter(
    ({ type }) => type === '1',
  );

export const accessFixtures: Record<string, Maker> = {
  'access.menuTreeByRoleId': async (actor) => ({ roleId: (await newRole(actor)).id }),
  'access.roleGet': async (actor) => ({ id: (await newRole(actor)).id }),
  'access.roleCreate': (actor) => ({ roleName: '值班人员', userType: typeOf(actor) }),
  'access.roleUpdate': async (actor) => ({ ...(await newRole(actor)), roleName: '值班长' }),
  'access.roleRemove': async (actor) => ({ id: (await newRole(actor)).id }),
  'access.roleMenu': async (actor) => {
    const { id, version } = await newRole(actor);
    const grantableButtons = await buttons(actor);
    return { roleId: id, version, menuIds: grantableButtons.slice(0, 3).map((node) => node.id) };
  },
  'access.protect': async ({ app, tokens }) => {
    const body = { password: cipher(app, password) };
    dataOf(await send(app, 'POST', '/auth/session/confirm', { token: tokens.access_token, body }));
    return { mlps3: false, reason: '三员人员调整' };
  },
  'access.menuCreate': () => ({ name: '临时分组' }),
  'access.menuUpdate': async (actor) => ({ ...(await newHeading(actor)), name: '临时' }),
  'access.menuOrder': async (actor) => ({ parentId: null, ids: [(await newHeading(actor)).id] }),
  'access.menuRemove': async (actor) => ({ id: (await newHeading(actor)).id }),
};
