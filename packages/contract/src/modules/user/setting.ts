import * as z from 'zod/mini';

/** Themes by their stored names; the first is the default (LY-07). */
export const themeNames = ['theme-white', 'theme-star', 'theme-black', 'theme-gradual'] as const;
/** After how many idle minutes the screen locks by itself; 0 is never. */
export const idleMinutes = [0, 5, 10, 30] as const;

const shown = z.optional(z.boolean());

/** How a person wants the shell; what is absent stands as the server sets it, and in a change stays as it is. */
export const userSetting = z.object({
  /** Whether the strip of tabs shows. */
  tabs: shown,
  /** Whether the error log's mark shows. */
  log: shown,
  /** Whether the choice of themes shows. */
  theme: shown,
  /** Whether the choice of the accent shows. */
  themeColor: shown,
  /** Whether the full-screen button shows. */
  fullScreen: shown,
  /** Whether the lock button shows. */
  lock: shown,
  /** Whether the search box shows. */
  search: shown,
  /** Whether the fold button of the side menu shows. */
  collapse: shown,
  /** How close things stand. */
  density: z.optional(z.enum(['compact', 'middle', 'loose'])),
  /** Whether things move as the machine says, or never. */
  motion: z.optional(z.enum(['system', 'reduced'])),
  /** Idle minutes until the screen locks by itself; 0 is never. */
  autoLockMinutes: z.optional(z.literal([...idleMinutes])),
  /** Whether the side menu is folded. */
  folded: shown,
  /** Theme by name. */
  themeName: z.optional(z.enum(themeNames)),
  /** Accent picked, #rrggbb. */
  accent: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, '颜色格式不正确'))),
  /** Whether dark and light follow the machine. */
  followSystem: shown,
});
/** How a person wants the shell, as far as they have said. */
export type UserSetting = z.output<typeof userSetting>;
