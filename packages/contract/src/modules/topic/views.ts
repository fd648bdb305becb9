import * as z from 'zod/mini';
import { day, id, instant, whole } from '../../domain/fields.ts';

/** An item of a topic as somebody has it. */
export const topicViewItem = z.object({
  id,
  name: z.string(),
  /** Page of a quick entry, or last day of a task. */
  value: z.nullable(z.string()),
  /** Address of the first paper of a task that is done; null otherwise. */
  fileUrl: z.nullable(z.string()),
  /** A quick entry: 0 as the tenant has it, 1 the enterprise's own. A task: 0 open, 1 done, 2 late. */
  status: z.nullable(z.string()),
  /** Icon of a quick entry. */
  icon: z.nullable(z.string()),
});
/** A topic as somebody has it: an enterprise with its own quick entries and the state of its tasks. */
export const topicView = z.object({
  id,
  type: z.string(),
  title: z.string(),
  /** Address of the picture, or null. */
  cover: z.nullable(z.string()),
  items: z.array(topicViewItem),
});
/** A topic as somebody has it. */
export type TopicView = z.output<typeof topicView>;

/** A stored file. */
export const taskFile = z.object({ id, name: z.string().check(z.maxLength(200)) });
/** A task of a campaign. */
export const campaignTask = z.object({
  id,
  name: z.string(),
  dueOn: z.nullable(day),
  /** Whether it is done only with a photo or a paper. */
  evidence: z.boolean(),
  /** How many visible enterprises have done it. */
  done: whole,
  /** The state of the one enterprise that was asked for; null where several were. */
  state: z.nullable(z.enum(['open', 'done', 'late'])),
  doneAt: z.nullable(instant),
  doneByName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  files: z.array(taskFile),
});
/** A campaign with what has been done of it by the visible enterprises, or by one of them. */
export const campaign = z.object({
  id,
  title: z.string(),
  startOn: z.nullable(day),
  endOn: z.nullable(day),
  /** Enterprises in operation. */
  enterprises: whole,
  /** Tasks of all of them, and how many of those are done; the rate is done ÷ tasks. */
  tasks: whole,
  done: whole,
  items: z.array(campaignTask),
});
/** A campaign with what has been done of it. */
export type Campaign = z.output<typeof campaign>;
/** How far an enterprise is with a campaign. */
export const campaignRow = z.object({
  enterpriseId: id,
  enterpriseName: z.string(),
  done: whole,
  tasks: whole,
  /** Tasks whose day has passed and that are not done. */
  late: whole,
  lastDoneAt: z.nullable(instant),
});
/** How far an enterprise is with a campaign. */
export type CampaignRow = z.output<typeof campaignRow>;
