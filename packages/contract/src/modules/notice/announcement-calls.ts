import * as z from 'zod/mini';
import {
  addressee,
  announcement,
  announcementFields,
  announcementPatch,
  announcementSortable,
  announcementState,
  announcementStep,
  article,
  audience,
  pinning,
  reach,
  reader,
  readerState,
  reminded,
  systemNoticeFields,
  systemNoticePatch,
  withdrawal,
} from './announcement.ts';
import { id, idVersion, several, whole, withId } from '../../domain/fields.ts';
import { fileLink } from '../file/file.ts';
import { titleWord } from './announcement-feed.ts';
import type { Permit } from '../../permits.ts';
import { announcementFeedCalls, inbox, kinds } from './announcement-feed-calls.ts';
import { enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';

/** Filters of the publisher's list. */
const adminFilter = {
  /** Part of the title. */
  keyword: z.optional(titleWord),
  /** 类别 */
  kind: kinds,
  /** 状态 */
  state: z.optional(several(announcementState)),
};

const removal = z.object({ id, /** Refuse when it has changed since. */ version: z.optional(whole) });
const chosen = 'chosen';

const one = (permit: Permit) => ({
  input: withId,
  in: {},
  answer: nothing,
  permit,
  impersonation: true,
  origin: chosen,
});
const opened = (permit: Permit) => ({ input: withId, answer: enveloped(article), permit, origin: chosen });

/** Announcements (通知公告) of a tenant: who writes and publishes them, and who reads them. */
export const announcementCalls = {
  page: get('/bus/notice/page', {
    input: pageQuery(adminFilter, announcementSortable),
    answer: enveloped(pageOf(announcement)),
    permit: 'bus:notice:publish',
    origin: chosen,
  }),
  get: get('/bus/notice/{id}', {
    input: withId,
    answer: enveloped(announcement),
    permit: 'bus:notice:publish',
    origin: chosen,
  }),
  create: post('/bus/notice', {
    input: announcementFields,
    answer: enveloped(idVersion),
    permit: 'bus:notice:add',
    impersonation: true,
    origin: chosen,
  }),
  update: post('/bus/notice/update', {
    input: announcementPatch,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:edit',
    impersonation: true,
    origin: chosen,
  }),
  remove: get('/bus/notice/del/{id}', {
    input: removal,
    in: { id: 'path' },
    effect: 'write',
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:del',
    impersonation: true,
    origin: chosen,
  }),
  publish: post('/bus/notice/publish', {
    input: announcementStep,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:publish',
    impersonation: true,
    origin: chosen,
  }),
  withdraw: post('/bus/notice/withdraw', {
    input: withdrawal,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:publish',
    impersonation: true,
    origin: chosen,
  }),
  pin: post('/bus/notice/pin', {
    input: pinning,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:publish',
    impersonation: true,
    origin: chosen,
  }),
  remind: post('/bus/notice/remind', {
    input: withId,
    in: {},
    answer: enveloped(reminded),
    permit: 'bus:notice:publish',
    impersonation: true,
    origin: chosen,
  }),
  readers: get('/bus/notice/readers/{id}', {
    input: pageQuery(
      { id, /** Which of them. */ state: readerState, /** Beginning of the name. */ keyword: z.optional(titleWord) },
      [],
    ),
    answer: enveloped(pageOf(reader)),
    permit: 'bus:notice:publish',
    origin: chosen,
  }),
  reach: post('/bus/notice/reach', {
    input: z.object({
      /** 发布范围 */
      audience,
      /** Values of the audience. */
      targets: announcementFields.shape.targets,
    }),
    effect: 'read',
    answer: enveloped(reach),
    permit: 'bus:notice:add',
    activity: 'background',
    origin: chosen,
  }),
  people: get('/bus/notice/people', {
    input: z.object({
      /** Beginning of the name. */
      keyword: z.optional(titleWord),
      /** These people instead, for their names. */
      ids: z.optional(several(id)),
    }),
    answer: enveloped(z.array(addressee)),
    permit: 'bus:notice:add',
    activity: 'background',
    origin: chosen,
  }),
  ...announcementFeedCalls,
  article: get('/bus/notice/article/{id}', opened('bus:notice:index')),
  file: post('/bus/notice/file', {
    input: z.object({ id, /** Id of one of its files. */ fileId: id }),
    in: {},
    effect: 'read',
    answer: enveloped(fileLink),
    permit: 'bus:notice:index',
    activity: 'background',
    origin: chosen,
  }),
  read: post('/bus/notice/read', one('bus:notice:index')),
  readAll: post('/bus/notice/readAll', {
    answer: nothing,
    permit: 'bus:notice:index',
    impersonation: true,
    origin: chosen,
  }),
  receipt: post('/bus/notice/receipt', { ...one('bus:notice:index'), impersonation: false }),
};

/** Notices (系统通知) of the platform: it writes them, the people of the tenants chosen read them. */
export const systemNoticeCalls = {
  systemPage: get('/bus/notice/systemPage', {
    input: pageQuery(adminFilter, announcementSortable),
    answer: enveloped(pageOf(announcement)),
    permit: 'bus:sysnotice:publish',
    origin: chosen,
  }),
  systemGet: get('/bus/notice/system/{id}', {
    input: withId,
    answer: enveloped(announcement),
    permit: 'bus:sysnotice:publish',
    origin: chosen,
  }),
  systemCreate: post('/bus/notice/system', {
    input: systemNoticeFields,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:add',
    origin: chosen,
  }),
  systemUpdate: post('/bus/notice/system/update', {
    input: systemNoticePatch,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:edit',
    origin: chosen,
  }),
  systemRemove: get('/bus/notice/system/del/{id}', {
    input: removal,
    in: { id: 'path' },
    effect: 'write',
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:del',
    origin: chosen,
  }),
  systemPublish: post('/bus/notice/system/publish', {
    input: announcementStep,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:publish',
    origin: chosen,
  }),
  systemWithdraw: post('/bus/notice/system/withdraw', {
    input: withdrawal,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:publish',
    origin: chosen,
  }),
  systemPin: post('/bus/notice/system/pin', {
    input: pinning,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:publish',
    origin: chosen,
  }),
  systemInbox: get('/bus/notice/system/inbox', inbox('bus:sysnotice:index')),
  systemArticle: get('/bus/notice/system/article/{id}', opened('bus:sysnotice:index')),
  systemRead: post('/bus/notice/system/read', one('bus:sysnotice:index')),
  systemReadAll: post('/bus/notice/system/readAll', {
    answer: nothing,
    permit: 'bus:sysnotice:index',
    impersonation: true,
    origin: chosen,
  }),
};
