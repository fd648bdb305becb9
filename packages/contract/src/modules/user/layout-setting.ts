import * as z from 'zod/mini';

/** Themes by their stored name; the first theme is the default (LY-07). */
export const themeNames = ['theme-white', 'theme-star', 'theme-black', 'theme-gradual'] as const;
/** Minutes without activity until the screen locks; 0 means never. */
export const idleMinutes = [0, 5, 10, 30] as const;

const visibleFlag = z.optional(z.boolean());

/**
 * Layout settings of a person. An absent setting has the server's default; in a change, an absent setting stays
 * unchanged.
 */
export const userSetting = z.object({
  tabs: visibleFlag,
  log: visibleFlag,
  theme: visibleFlag,
  themeColor: visibleFlag,
  fullScreen: visibleFlag,
  lock: visibleFlag,
  search: visibleFlag,
  collapse: visibleFlag,
  density: z.optional(z.enum(['compact', 'middle', 'loose'])),
  /** Animation. `system`: as in the operating system; `reduced`: none. */
  motion: z.optional(z.enum(['system', 'reduced'])),
  autoLockMinutes: z.optional(z.literal([...idleMinutes])),
  folded: visibleFlag,
  themeName: z.optional(z.enum(themeNames)),
  accent: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, '颜色格式不正确'))),
  /** Whether dark and light mode follow the operating system. */
  followSystem: visibleFlag,
});
export type UserSetting = z.output<typeof userSetting>;
