import type { ModulePage } from '#kit/modules.ts';

/** Materials of public accounts, as the menu knows their page. */
export const page: ModulePage = { component: 'wxMaterial/list', heading: '素材', icon: 'image' };
