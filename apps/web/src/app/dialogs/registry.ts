import type { ComponentType } from 'react';

export interface DialogProps {
  onClose: () => void;
}

/** The dialogs of the shell by name. Each module exports its `Dialog` and loads at the first use. */
export const dialogs = {
  search: () => import('../search/palette.tsx'),
  shortcuts: () => import('./shortcuts.tsx'),
  'change-phone': () => import('./change-phone.tsx'),
  'my-permits': () => import('./my-permits.tsx'),
  'switch-enterprise': () => import('./switch-enterprise.tsx'),
  'risk-warning': () => import('./risk-warning.tsx'),
  'system-settings': () => import('./system-settings.tsx'),
  vip: () => import('../../modules/order/vip/vip-dialog.tsx'),
  lock: () => import('../lock/lock-dialog.tsx'),
  settings: () => import('../settings/settings-drawer.tsx'),
  theme: () => import('../settings/theme-dialog.tsx'),
  colour: () => import('../settings/colour-dialog.tsx'),
} satisfies Record<string, () => Promise<{ Dialog: ComponentType<DialogProps> }>>;
