import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'wxMaterial/list', heading: '素材', icon: 'image' };
