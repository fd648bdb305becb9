import * as z from 'zod/mini';
import { flag, id, idVersion, instant, text, whole, withId } from '../../domain/fields.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';
import { wxAppId } from '../wx-account/resource.ts';

export const wxFollower = z.object({
  id,
  version: z.int(),
  appId: z.string(),
  appName: z.string(),
  openId: z.string(),
  /** Nickname; if WeChat does not provide one, 微信用户 plus four characters. */
  nickName: z.string(),
  headimgUrl: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  subscribed: z.boolean(),
  subscribedAt: z.nullable(instant),
  /** Key of the QR code that the follower scanned; null if there is none. */
  scene: z.nullable(z.string()),
  tags: z.array(z.string()),
  employeeId: z.nullable(id),
  employeeName: z.nullable(z.string()),
  lastAt: z.nullable(instant),
});
export type WxFollower = z.output<typeof wxFollower>;

/** Facts about the enterprise of a follower, shown beside the chat. */
export const wxFollowerFacts = z.object({
  follower: wxFollower,
  employee: z.nullable(z.object({ id, name: z.string(), post: z.nullable(z.string()) })),
  enterprise: z.nullable(z.object({ id, name: z.string() })),
  /** Up to ten open dangers, overdue ones first. */
  dangers: z.array(
    z.object({ id, title: z.string(), status: z.string(), deadlineOn: z.nullable(z.string()), late: z.boolean() }),
  ),
  /** Number of all open dangers. */
  dangerCount: whole,
  /** Up to ten documents that are expired or in their warning period. */
  expiring: z.array(z.object({ id, itemName: z.string(), validTo: z.nullable(z.string()), status: z.string() })),
});

export const followerTags = z
  .array(text(20, '标签').check(z.minLength(1, '标签不能为空')))
  .check(z.maxLength(20, '标签最多 20 个'));

const look = { permit: 'wxmp:wxuser:index' } as const;
export const wxFollowerCalls = {
  page: get('/weixin/wxuser/page', {
    input: pageQuery(
      {
        appId: z.optional(wxAppId),
        nickName: z.optional(text(64)),
        subscribed: z.optional(flag),
        tag: z.optional(text(20)),
        bound: z.optional(flag),
      },
      ['subscribedAt', 'lastAt'],
    ),
    answer: enveloped(pageOf(wxFollower)),
    ...look,
  }),
  get: get('/weixin/wxuser/{id}', { input: withId, answer: enveloped(wxFollower), ...look }),
  facts: get('/weixin/wxuser/facts/{id}', {
    input: withId,
    answer: enveloped(wxFollowerFacts),
    permit: 'wxmp:wxmsg:index',
    activity: 'background',
  }),
  update: post('/weixin/wxuser/update', {
    input: z.object({
      id,
      version: z.int(),
      remark: z.optional(z.nullable(text(30, '备注'))),
      tags: z.optional(followerTags),
      /** Id of the employee to bind to the follower; null removes the binding. */
      employeeId: z.optional(z.nullable(id)),
    }),
    answer: enveloped(idVersion),
    conflict: wxFollower,
    permit: 'wxmp:wxuser:edit',
  }),
  tags: get('/weixin/wxusertags/list', {
    answer: enveloped(z.array(z.object({ tag: z.string(), followers: whole }))),
    ...look,
  }),
};
