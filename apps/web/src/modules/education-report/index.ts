import type { ModulePage } from '#kit/modules.ts';

/** The monthly report of learning, as the menu knows its page. */
export const page: ModulePage = { component: 'educationReport/list', heading: '教育月报', icon: 'file' };
