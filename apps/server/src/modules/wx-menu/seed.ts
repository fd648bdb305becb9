// Demo menus: the simulator's phone shows them before anybody publishes one.
import type { WxMenuButton } from '@anlan/contract/modules/wx-menu/menu';
import type { SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { seededAccounts } from '../wx-account/index.ts';
import { addSeededMenu } from './menu-store.ts';

const buttons: readonly WxMenuButton[] = [
  { name: '办事指南', type: 'click', key: 'guide' },
  { name: '我的隐患', type: 'click', key: 'dangers' },
  { name: '安澜平台', type: 'view', url: 'https://anlan.example.com/' },
];

export async function seedMenus(tx: Tx, { now }: SeedContext): Promise<void> {
  for (const { id } of await seededAccounts(tx)) await addSeededMenu(tx, id, buttons, { at: now, by: '值班人员' });
}
