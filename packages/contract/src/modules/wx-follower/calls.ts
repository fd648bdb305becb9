import * as z from 'zod/mini';
import { flag, id, idVersion, instant, text, whole, withId } from '../../domain/fields.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/dialect.ts';
import { wxAppId } from '../wx-account/resource.ts';

/** A follower (粉丝) of a public account. */
export const wxFollower = z.object({
  id,
  version: z.int(),
  appId: z.string(),
  appName: z.string(),
  openId: z.string(),
  /** What the follower is called; 微信用户 and four characters where WeChat does not tell. */
  nickName: z.string(),
  headimgUrl: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  subscribed: z.boolean(),
  subscribedAt: z.nullable(instant),
  /** Where they came from: the key of a code that was scanned, else null. */
  scene: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** The employee that the follower is. */
  employeeId: z.nullable(id),
  employeeName: z.nullable(z.string()),
  lastAt: z.nullable(instant),
});
/** A follower of a public account. */
export type WxFollower = z.output<typeof wxFollower>;

/** What a follower's enterprise has to do: shown beside the chat. */
export const wxFollowerFacts = z.object({
  follower: wxFollower,
  employee: z.nullable(z.object({ id, name: z.string(), post: z.nullable(z.string()) })),
  enterprise: z.nullable(z.object({ id, name: z.string() })),
  /** Dangers that are open, those that are late first, ten at most. */
  dangers: z.array(
    z.object({ id, title: z.string(), status: z.string(), deadlineOn: z.nullable(z.string()), late: z.boolean() }),
  ),
  /** How many are open in all. */
  dangerCount: whole,
  /** Papers that run out within their lead time or have run out, ten at most. */
  expiring: z.array(z.object({ id, itemName: z.string(), validTo: z.nullable(z.string()), status: z.string() })),
});

const look = { permit: 'wxmp:wxuser:index', origin: 'chosen' } as const;
/** Calls of followers. */
export const wxFollowerCalls = {
  page: get('/weixin/wxuser/page', {
    input: pageQuery(
      {
        appId: z.optional(wxAppId),
        nickName: z.optional(text(64)),
        subscribed: z.optional(flag),
        tag: z.optional(text(20)),
        /** Whether an employee is known. */
        bound: z.optional(flag),
      },
      ['subscribedAt', 'lastAt'],
    ),
    answer: enveloped(pageOf(wxFollower)),
    ...look,
  }),
  get: get('/weixin/wxuser/{id}', { input: withId, answer: enveloped(wxFollower), ...look }),
  /** Enterprise, open dangers and papers that run out of the employee that a follower is. */
  facts: get('/weixin/wxuser/facts/{id}', {
    input: withId,
    answer: enveloped(wxFollowerFacts),
    permit: 'wxmp:wxmsg:index',
    activity: 'background',
    origin: 'chosen',
  }),
  update: post('/weixin/wxuser/update', {
    input: z.object({
      id,
      version: z.int(),
      remark: z.optional(z.nullable(text(30, '备注'))),
      tags: z.optional(
        z.array(text(20, '标签').check(z.minLength(1, '标签不能为空'))).check(z.maxLength(20, '标签最多 20 个')),
      ),
      /** The employee that the follower is; null unbinds. */
      employeeId: z.optional(z.nullable(id)),
    }),
    answer: enveloped(idVersion),
    conflict: wxFollower,
    permit: 'wxmp:wxuser:edit',
    origin: 'chosen',
  }),
  /** Tags in use, with how many followers carry each. */
  tags: get('/weixin/wxusertags/list', {
    answer: enveloped(z.array(z.object({ tag: z.string(), followers: whole }))),
    ...look,
  }),
};
