// Numbers of public accounts. The events and messages of a day open in a drawer, because no list filters them.
import { measuresOf, noRows } from '../../kit/measure.ts';
import type { WxStatDay } from './views.ts';

const ofDay = (field: keyof WxStatDay) => ({ ...noRows, places: [`wxStat.days.days[].${field}`] });

export const wxStatMeasures = measuresOf('wxStat', {
  followers: {
    label: '现有粉丝',
    unit: '位',
    definition: '现在关注着公众号的粉丝数',
    page: '/wxmp/wxuser/index',
    rows: () => ({ subscribed: 'true' }),
    places: ['wxStat.days.followers'],
  },
  followed: {
    ...ofDay('followed'),
    label: '新关注',
    unit: '位',
    definition: '当天关注公众号的人次，微信通知的关注事件数',
  },
  left: {
    ...ofDay('left'),
    label: '取消关注',
    unit: '位',
    definition: '当天取消关注的人次，微信通知的取消事件数',
  },
  received: {
    ...ofDay('received'),
    label: '收到消息',
    unit: '条',
    definition: '当天粉丝发来的消息数，不含关注等事件',
  },
  answered: {
    ...ofDay('answered'),
    label: '人工回复',
    unit: '条',
    definition: '当天工作人员发出的消息数，不含发送失败的',
  },
  automatic: {
    ...ofDay('automatic'),
    label: '自动回复',
    unit: '条',
    definition: '当天自动发出的消息数，不含发送失败的',
  },
  failed: {
    ...ofDay('failed'),
    label: '发送失败',
    unit: '条',
    definition: '当天微信没有接收的消息数',
  },
  writers: {
    ...ofDay('writers'),
    label: '来信人数',
    unit: '人',
    definition: '当天发来消息的粉丝数',
  },
});
