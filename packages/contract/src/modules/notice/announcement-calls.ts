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
  reminderResult,
  systemNoticeFields,
  systemNoticePatch,
  withdrawal,
} from './announcement.ts';
import { id, idVersion, oneOrMany, whole, withId } from '../../domain/fields.ts';
import { fileLink } from '../file/file.ts';
import { titleWord } from './announcement-feed.ts';
import type { Permit } from '../../permits.ts';
import { announcementFeedCalls, inbox, kinds } from './announcement-feed-calls.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

const adminFilter = { keyword: z.optional(titleWord), kind: kinds, state: z.optional(oneOrMany(announcementState)) };

const removal = z.object({
  id,
  /** Version that the caller loaded. If set, the call is refused if the row has changed since then. */ version:
    z.optional(whole),
});
const callOrigin = 'chosen';

const singleRowCall = (permit: Permit) => ({ input: withId, in: {}, permit, impersonation: true, origin: callOrigin });
const articleCall = (permit: Permit) => ({ input: withId, answer: enveloped(article), permit, origin: callOrigin });

export const announcementCalls = {
  page: get('/bus/notice/page', {
    input: pageQuery(adminFilter, announcementSortable),
    answer: enveloped(pageOf(announcement)),
    permit: 'bus:notice:publish',
    origin: callOrigin,
  }),
  get: get('/bus/notice/{id}', {
    input: withId,
    answer: enveloped(announcement),
    permit: 'bus:notice:publish',
    origin: callOrigin,
  }),
  create: post('/bus/notice', {
    input: announcementFields,
    answer: enveloped(idVersion),
    permit: 'bus:notice:add',
    impersonation: true,
    origin: callOrigin,
  }),
  update: post('/bus/notice/update', {
    input: announcementPatch,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:edit',
    impersonation: true,
    origin: callOrigin,
  }),
  remove: get('/bus/notice/del/{id}', {
    input: removal,
    in: { id: 'path' },
    effect: 'write',
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:del',
    impersonation: true,
    origin: callOrigin,
  }),
  publish: post('/bus/notice/publish', {
    input: announcementStep,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:publish',
    impersonation: true,
    origin: callOrigin,
  }),
  withdraw: post('/bus/notice/withdraw', {
    input: withdrawal,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:publish',
    impersonation: true,
    origin: callOrigin,
  }),
  pin: post('/bus/notice/pin', {
    input: pinning,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:notice:publish',
    impersonation: true,
    origin: callOrigin,
  }),
  remind: post('/bus/notice/remind', {
    input: withId,
    in: {},
    answer: enveloped(reminderResult),
    permit: 'bus:notice:publish',
    impersonation: true,
    origin: callOrigin,
  }),
  readers: get('/bus/notice/readers/{id}', {
    input: pageQuery(
      { id, state: readerState, /** Prefix of the person's name. */ keyword: z.optional(titleWord) },
      [],
    ),
    answer: enveloped(pageOf(reader)),
    permit: 'bus:notice:publish',
    origin: callOrigin,
  }),
  reach: post('/bus/notice/reach', {
    input: z.object({ audience, targets: announcementFields.shape.targets }),
    effect: 'read',
    answer: enveloped(reach),
    permit: 'bus:notice:add',
    activity: 'background',
    origin: callOrigin,
  }),
  people: get('/bus/notice/people', {
    input: z.object({
      keyword: z.optional(titleWord),
      /** Ids of people whose names are needed. If set, only these people are returned. */
      ids: z.optional(oneOrMany(id)),
    }),
    answer: enveloped(z.array(addressee)),
    permit: 'bus:notice:add',
    activity: 'background',
    origin: callOrigin,
  }),
  ...announcementFeedCalls,
  article: get('/bus/notice/article/{id}', articleCall('bus:notice:index')),
  file: post('/bus/notice/file', {
    input: z.object({ id, fileId: id }),
    in: {},
    effect: 'read',
    answer: enveloped(fileLink),
    permit: 'bus:notice:index',
    activity: 'background',
    origin: callOrigin,
  }),
  read: post('/bus/notice/read', singleRowCall('bus:notice:index')),
  readAll: post('/bus/notice/readAll', { permit: 'bus:notice:index', impersonation: true, origin: callOrigin }),
  receipt: post('/bus/notice/receipt', { ...singleRowCall('bus:notice:index'), impersonation: false }),
};

/** Calls for system notices (系统通知) from the platform to people of selected tenants. */
export const systemNoticeCalls = {
  systemPage: get('/bus/notice/systemPage', {
    input: pageQuery(adminFilter, announcementSortable),
    answer: enveloped(pageOf(announcement)),
    permit: 'bus:sysnotice:publish',
    origin: callOrigin,
  }),
  systemGet: get('/bus/notice/system/{id}', {
    input: withId,
    answer: enveloped(announcement),
    permit: 'bus:sysnotice:publish',
    origin: callOrigin,
  }),
  systemCreate: post('/bus/notice/system', {
    input: systemNoticeFields,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:add',
    origin: callOrigin,
  }),
  systemUpdate: post('/bus/notice/system/update', {
    input: systemNoticePatch,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:edit',
    origin: callOrigin,
  }),
  systemRemove: get('/bus/notice/system/del/{id}', {
    input: removal,
    in: { id: 'path' },
    effect: 'write',
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:del',
    origin: callOrigin,
  }),
  systemPublish: post('/bus/notice/system/publish', {
    input: announcementStep,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:publish',
    origin: callOrigin,
  }),
  systemWithdraw: post('/bus/notice/system/withdraw', {
    input: withdrawal,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:publish',
    origin: callOrigin,
  }),
  systemPin: post('/bus/notice/system/pin', {
    input: pinning,
    conflict: announcement,
    answer: enveloped(idVersion),
    permit: 'bus:sysnotice:publish',
    origin: callOrigin,
  }),
  systemInbox: get('/bus/notice/system/inbox', inbox('bus:sysnotice:index')),
  systemArticle: get('/bus/notice/system/article/{id}', articleCall('bus:sysnotice:index')),
  systemRead: post('/bus/notice/system/read', singleRowCall('bus:sysnotice:index')),
  systemReadAll: post('/bus/notice/system/readAll', {
    permit: 'bus:sysnotice:index',
    impersonation: true,
    origin: callOrigin,
  }),
};
