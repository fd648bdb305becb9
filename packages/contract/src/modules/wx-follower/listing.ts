import { boolean, instant, json, ref, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { followerTags, wxFollowerCalls } from './calls.ts';

export const wxFollowerListing = listing('wxFollower', wxFollowerCalls.page, {
  label: '粉丝',
  counter: '位',
  title: 'nickName',
  order: '-lastAt',
  search: { name: 'nickName', placeholder: '昵称、备注' },
  typed: ['remark', 'tags', 'employeeId'],
  fields: {
    nickName: text(64, '昵称'),
    remark: text(30, '备注').help('只有同事看得到'),
    appName: text(64, '公众号'),
    subscribed: boolean('关注状态')
      .short('状态')
      .filter()
      .words({ true: '关注中', false: '已取消关注' })
      .tones({ true: 'green', false: 'grey' }),
    tags: json('标签', followerTags),
    employeeId: ref('employee', '对应员工')
      .example('输入姓名查找')
      .help('绑定后聊天旁边会显示所在企业的隐患和快到期的证件'),
    subscribedAt: instant('关注时间').sortable(),
    lastAt: instant('最近消息').sortable(),
  },
});
