import type { ModulePage, References } from '#kit/modules.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const AccountSelect = lazyPart(async () => (await import('#widgets/wx-material/account-select.tsx')).AccountSelect);

export const page: ModulePage = { component: 'wxAccount/list', heading: '公众号列表', icon: 'chat' };

/**
 * How other forms refer to a WeChat account. Users who write replies can select an account without the right to edit
 * it.
 */
export const references: References = {
  wxAccount: { picker: AccountSelect, link: { permit: 'wxmp:wxapp:index', to: () => '/wxmp/wxapp/index' } },
};
