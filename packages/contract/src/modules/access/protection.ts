import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { prose } from '../../domain/fields.ts';

/** The three administrations of a tenant (三员): settings and people, roles and permits, the log. */
export const duty = z.enum(['system', 'security', 'audit']);
/** One of the three administrations. */
export type Duty = z.output<typeof duty>;

/** POST /upms/role/protection. */
export const protectionInput = z.object({
  /** Whether nobody may hold two of the three administrations from now on. */
  mlps3: z.boolean(),
  /** Why; it stands in the log. */
  reason: prose(limits.noteMax, '原因').check(z.minLength(limits.reasonMin, `原因至少 ${limits.reasonMin} 个字`)),
});

/** How a tenant is protected (等级保护), and what stands in the way. */
export const protection = z.object({
  /** Level three (mlps3): nobody holds two of the three administrations, everybody needs a second factor. */
  mlps3: z.boolean(),
  /** Whether the caller may switch it. */
  mayChange: z.boolean(),
  /** Who runs each of the three and may sign in, by name. */
  holders: z.array(
    z.object({
      /** Which administration. */
      duty,
      /** How many people. */
      people: z.int(),
      /** Some of their names. */
      names: z.array(z.string()),
    }),
  ),
  /** Who holds more than one of them. */
  several: z.array(
    z.object({
      /** Name of the person. */
      name: z.string(),
      /** What they hold. */
      duties: z.array(duty),
    }),
  ),
});
/** How a tenant is protected. */
export type Protection = z.output<typeof protection>;
