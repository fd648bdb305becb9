import { menuPages } from '@anlan/contract/modules';
import { isPermit } from '@anlan/contract/labels';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../audit/index.ts';
import { entriesOf, type SeedEntry } from './renewal/rules.ts';
import { freeCodes, updateMenu, updateRoles } from './renewal/service.ts';
import { giveRole } from './rights/store.ts';
import { presetsOf } from './roles/seed.ts';

export async function seedRoles(tx: Tx, assignments: { userId: string; role: string }[]) {
  await updateRoles(tx, presetsOf(tx.scope.tenantId));
  for (const { userId, role } of assignments) await giveRole(tx, userId, role);
}

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
export const editionText = () => JSON.stringify([menuEntries(), presetsOf('0'), presetsOf('1')]);
export const seedMenu = (tx: Tx): Promise<number> => updateMenu(tx, menuEntries());
export async function updatePresets(tx: Tx, audit: Pick<AuditModule, 'record'>): Promise<number> {
  const presets = presetsOf(tx.scope.tenantId);
  await freeCodes(tx, presets, audit);
  return updateRoles(tx, presets, audit);
}
