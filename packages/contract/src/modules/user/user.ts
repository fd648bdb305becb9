import * as z from 'zod/mini';
import { coded, id, instant } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';

/** The signed-in person (spec §3). */
export const sysUser = z.object({
  /** Id of the person. */
  id,
  /** Account name. */
  username: z.string(),
  /** Name shown. */
  nickName: z.string(),
  /** Name of the current enterprise, or null. */
  entName: z.nullable(z.string()),
  /** Address of the portrait, or null. */
  avatar: z.nullable(z.string()),
  /** Own phone, whole. */
  phone: z.nullable(z.string()),
  /** Current enterprise, or null. */
  shopId: z.nullable(id),
  /** Tenant. */
  tenantId: z.string(),
  /** Kind of person. */
  type: coded(userType),
  /** Mail, or null. */
  email: z.nullable(z.string()),
});

/** GET /upms/user/info. */
export const userInfo = z.object({
  /** The person. */
  sysUser,
  /** Permission strings held. */
  permissions: z.array(z.string()),
  /** Of these, permits whose acts the server refuses this person for their post: no page offers them. */
  withheld: z.array(z.string()),
  /** Role codes held; never empty. */
  roles: z.array(z.string()),
  /** The sign-in before this one, or null the first time. */
  lastSignIn: z.nullable(
    z.object({
      /** When. */
      at: instant,
      /** From which address. */
      address: z.string(),
      /** Refused tries in this person's name since then. */
      failures: z.int(),
    }),
  ),
  /** Whether nothing else goes before a new password is set. */
  mustChangePassword: z.boolean(),
  /** Whether nothing else goes before a second factor is set up. */
  mustEnrol: z.boolean(),
  /** How many enterprises the person may choose between. */
  enterpriseCount: z.int(),
  /** Names of the divisions whose enterprises the person sees; null where that is all of them. */
  overseen: z.nullable(z.array(z.string())),
  /** What of it is not shown after all, in a sentence; null where everything is. */
  overseenNote: z.nullable(z.string()),
});
/** The signed-in person with permits and roles. */
export type UserInfo = z.output<typeof userInfo>;

/** An officer one may choose. */
export const officer = z.object({
  /** Id of the person. */
  id,
  /** Account name. */
  username: z.string(),
  /** Name shown. */
  nickName: z.string(),
  /** Phone, masked. */
  phone: z.nullable(z.string()),
});
/** An officer one may choose. */
export type Officer = z.output<typeof officer>;

/** What is shown of a person where their name stands. */
export const personCard = z.object({
  /** Id of the person. */
  id,
  /** Name shown. */
  name: z.string(),
  /** Kind of person. */
  type: coded(userType),
  /** Post with their enterprise, in words; null where none is known. */
  post: z.nullable(z.string()),
  /** Organisation or enterprise that they work for, as far as the reader sees it. */
  place: z.nullable(z.string()),
  /** Phone, masked but for the person themselves. */
  phone: z.nullable(z.string()),
  /** To-dos that the reader sees too and that are theirs first; null where the reader sees none of them. */
  todos: z.nullable(z.int()),
});
/** What is shown of a person where their name stands. */
export type PersonCard = z.output<typeof personCard>;

/** A node of the tenant's organisation. */
export interface OrganNode {
  /** Id of the organisation. */
  id: string;
  /** Id of the upper one, or null at the root. */
  parentId: string | null;
  /** Name shown. */
  name: string;
  /** Order among siblings. */
  sort: number;
  /** Lower organisations. */
  children: OrganNode[];
}
/** A node of the tenant's organisation. */
export const organNode: z.ZodMiniType<OrganNode> = z.object({
  id,
  parentId: z.nullable(id),
  name: z.string(),
  sort: z.int(),
  get children() {
    return z.array(organNode);
  },
});
