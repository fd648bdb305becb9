import * as z from 'zod/mini';
import { day, id, instant, whole } from '../../domain/fields.ts';

export const topicViewItem = z.object({
  id,
  name: z.string(),
  /** For a quick entry, its page; for a task, its last day. */
  value: z.nullable(z.string()),
  /** Address of the first document of a completed task, or null. */
  fileUrl: z.nullable(z.string()),
  /** Quick entry: 0 from the tenant, 1 the enterprise's own. Task: 0 open, 1 done, 2 late. */
  status: z.nullable(z.string()),
  icon: z.nullable(z.string()),
});
/** A topic for one viewer: an enterprise sees its own quick entries and the state of its tasks. */
export const topicView = z.object({
  id,
  type: z.string(),
  title: z.string(),
  cover: z.nullable(z.string()),
  items: z.array(topicViewItem),
});
export type TopicView = z.output<typeof topicView>;

export const taskFile = z.object({ id, name: z.string().check(z.maxLength(200)) });
export const campaignTask = z.object({
  id,
  name: z.string(),
  dueOn: z.nullable(day),
  /** Whether the task requires a photo or document. */
  evidence: z.boolean(),
  /** Number of visible enterprises that have done the task. */
  done: whole,
  /** State of the task for the requested enterprise; null if several enterprises are requested. */
  state: z.nullable(z.enum(['open', 'done', 'late'])),
  doneAt: z.nullable(instant),
  doneByName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  files: z.array(taskFile),
});
/** A campaign with its progress, for one enterprise or for all visible ones. */
export const campaign = z.object({
  id,
  title: z.string(),
  startOn: z.nullable(day),
  endOn: z.nullable(day),
  /** Number of enterprises in operation. */
  enterprises: whole,
  /** Number of tasks of all enterprises, and how many of them are done. The rate is `done` divided by `tasks`. */
  tasks: whole,
  done: whole,
  items: z.array(campaignTask),
});
export type Campaign = z.output<typeof campaign>;
export const campaignRow = z.object({
  enterpriseId: id,
  enterpriseName: z.string(),
  done: whole,
  tasks: whole,
  late: whole,
  lastDoneAt: z.nullable(instant),
});
export type CampaignRow = z.output<typeof campaignRow>;
