import * as z from 'zod/mini';
import { codeMapping, id, instant } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';

export const sysUser = z.object({
  id,
  username: z.string(),
  nickName: z.string(),
  entName: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  shopId: z.nullable(id),
  tenantId: z.string(),
  type: codeMapping(userType),
  email: z.nullable(z.string()),
});

export const userInfo = z.object({
  sysUser,
  permissions: z.array(z.string()),
  /** Permits that the server refuses because of the person's job post. Pages hide the actions that need them. */
  withheld: z.array(z.string()),
  /** Codes of the person's roles; never empty. */
  roles: z.array(z.string()),
  /** Previous sign-in; null at the first one. */
  lastSignIn: z.nullable(
    z.object({
      at: instant,
      address: z.string(),
      /** Number of failed sign-ins to this account since the previous sign-in. */
      failures: z.int(),
    }),
  ),
  /** Whether the person must set a new password; most other calls are refused until then. */
  mustChangePassword: z.boolean(),
  /** Whether the person must set up a second factor; most other calls are refused until then. */
  mustEnrol: z.boolean(),
  enterpriseCount: z.int(),
  /** Names of the divisions whose enterprises the person sees; null means all. */
  overseen: z.nullable(z.array(z.string())),
  /** Sentence about parts of this scope that are not shown; null if everything is shown. */
  overseenNote: z.nullable(z.string()),
});
export type UserInfo = z.output<typeof userInfo>;

export const officer = z.object({
  id,
  username: z.string(),
  nickName: z.string(),
  phone: z.nullable(z.string()),
});
export type Officer = z.output<typeof officer>;

export const personCard = z.object({
  id,
  name: z.string(),
  type: codeMapping(userType),
  /** Job post of the person in the enterprise, as text for display; null if unknown. */
  post: z.nullable(z.string()),
  /** Organisation or enterprise of the person; null if the reader may not see it. */
  place: z.nullable(z.string()),
  /** Phone number; masked, except for the person themselves. */
  phone: z.nullable(z.string()),
  /** Number of to-dos that the person should handle first; null if the reader may not see any of them. */
  todos: z.nullable(z.int()),
});
export type PersonCard = z.output<typeof personCard>;

export interface OrganNode {
  id: string;
  parentId: string | null;
  name: string;
  sort: number;
  children: OrganNode[];
}
export const organNode: z.ZodMiniType<OrganNode> = z.object({
  id,
  parentId: z.nullable(id),
  name: z.string(),
  sort: z.int(),
  get children() {
    return z.array(organNode);
  },
});
