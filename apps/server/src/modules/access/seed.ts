import { menuPages } from '@anlan/contract/modules';
import { isPermit } from '@anlan/contract/labels';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../audit/index.ts';
import { entriesOf, type SeedEntry } from './renewal/rules.ts';
import { freeCodes, updateMenu, updateRoles } from './renewal/service.ts';
import { giveRole } from './rights/store.ts';
import { presetsOf } from './roles/seed.ts';

/** Puts the preset roles in place and gives accounts theirs. */
export async function seedRoles(tx: Tx, given: { userId: string; role: string }[]) {
  await updateRoles(tx, presetsOf(tx.scope.tenantId));
  for (const { userId, role } of given) await giveRole(tx, userId, role);
}

/** Entries of the top menu; their pages are in the modules. */
const groups: readonly SeedEntry[] = [
  { name: '工作台', pinyin: 'gzt gongzuotai', icon: 'home' },
  { name: '双重预防', pinyin: 'scyf shuangchongyufang', icon: 'shield' },
  { name: '企业', pinyin: 'qy qiye', icon: 'building' },
  { name: '教育培训', pinyin: 'jypx jiaoyupeixun', icon: 'book' },
  { name: '会员', pinyin: 'hy huiyuan', icon: 'star' },
  { name: '公众号', pinyin: 'gzh gongzhonghao', icon: 'phone' },
  { name: '商城', pinyin: 'sc shangcheng', icon: 'home' },
  { name: '系统', pinyin: 'xt xitong', icon: 'settings' },
];

const pagesUnder = (group: string): SeedEntry[] =>
  menuPages
    .filter(({ under, permission }) => under === group && (permission === undefined || isPermit(permission)))
    .map(({ under: _under, sort: _sort, ...entry }) => entry);

const menuEntries = () => entriesOf(groups.map((group) => ({ ...group, children: pagesUnder(group.name) })));
/** What this edition brings of menu and preset roles: any change of them changes its text. */
export const editionText = () => JSON.stringify([menuEntries(), presetsOf('0'), presetsOf('1')]);
/** Puts the menu in place, or what a new release changes of it; answers how many entries it wrote. */
export const seedMenu = (tx: Tx): Promise<number> => updateMenu(tx, menuEntries());
/** Gives the preset roles what a new release adds to them; answers how many roles it wrote. */
export async function updatePresets(tx: Tx, audit: Pick<AuditModule, 'record'>): Promise<number> {
  const presets = presetsOf(tx.scope.tenantId);
  await freeCodes(tx, presets, audit);
  return updateRoles(tx, presets, audit);
}
