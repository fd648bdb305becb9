import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { prose } from '../../domain/fields.ts';

/**
 * The three administrator duties of a tenant (三员). `system`: settings and people. `security`: roles and permits.
 * `audit`: the log.
 */
export const duty = z.enum(['system', 'security', 'audit']);
export type Duty = z.output<typeof duty>;

export const protectionInput = z.object({
  /** Whether protection of level three is on. Then nobody may hold two of the three administrator duties. */
  mlps3: z.boolean(),
  reason: prose(limits.noteMax, '原因').check(z.minLength(limits.reasonMin, `原因至少 ${limits.reasonMin} 个字`)),
});

export const protection = z.object({
  /**
   * Whether protection of level three is on. Then nobody holds two of the three administrator duties, and everybody
   * needs a second factor.
   */
  mlps3: z.boolean(),
  mayChange: z.boolean(),
  /** People with each administrator duty who may sign in, sorted by name. */
  holders: z.array(
    z.object({
      duty,
      people: z.int(),
      names: z.array(z.string()),
    }),
  ),
  /** People who hold more than one of the three administrator duties (三员). */
  several: z.array(
    z.object({
      name: z.string(),
      duties: z.array(duty),
    }),
  ),
});
export type Protection = z.output<typeof protection>;
