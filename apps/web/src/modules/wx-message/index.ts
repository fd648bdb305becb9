import type { ModulePage } from '#kit/modules.ts';

/** The message centre (RT-28). */
export const page: ModulePage = { component: 'wxMessage/list', heading: '消息中心', icon: 'chat' };
