import type { ModulePage, References } from '#kit/modules.ts';
import { later } from '#ui/later.tsx';

const AccountSelect = later(async () => (await import('#widgets/wx-material/account-select.tsx')).AccountSelect);

/** Public accounts, as the menu knows their page. */
export const page: ModulePage = { component: 'wxAccount/list', heading: '公众号列表', icon: 'chat' };

/** Who writes answers chooses an account without being allowed to change it. */
export const references: References = {
  wxAccount: { picker: AccountSelect, link: { permit: 'wxmp:wxapp:index', to: () => '/wxmp/wxapp/index' } },
};
