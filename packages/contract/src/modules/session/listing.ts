import { instant, oneOf, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { userType } from './session.ts';
import { sessionOwnCalls } from './session-list-calls.ts';

export const onlineListing = listing('online', sessionOwnCalls.online, {
  label: '在线用户',
  title: 'nickName',
  subtitle: 'username',
  order: '-lastSeenAt',
  search: { name: 'keyword', placeholder: '姓名、用户名' },
  fields: {
    nickName: text(64, '姓名'),
    username: text(64, '用户名'),
    type: oneOf(userType, '用户类型').dictionary('userType').filter(),
    entName: text(100, '当前企业'),
    device: text(100, '设备'),
    address: text(64, '登录地址'),
    lastSeenAt: instant('最近操作').sortable(),
    startedAt: instant('登录时间').sortable(),
  },
});
