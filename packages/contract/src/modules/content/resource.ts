import { instant, integer, oneOf, prose, rich, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { contentTypes } from './text.ts';

/** One version of a public text (内容). A published version never changes. */
export const contentInfo = resource('contentInfo', {
  label: '内容',
  counter: '个',
  title: 'title',
  class: 'shared',
  permits: 'bus:contentinfo',
  fields: {
    type: oneOf(contentTypes, '内容类型').required().immutable().dictionary('contentType').filter('many'),
    title: text(60, '标题').required().sortable().search('pinyin').example('如 安澜平台服务协议'),
    content: rich('正文').required().whole(),
    changeNote: prose(200, '修订说明').help('这一版改了什么，发布后和版本一起留存').example('如 补充第三方共享清单'),
    state: oneOf({ draft: '0', published: '1', superseded: '2' }, '状态')
      .serverSet()
      .default('draft')
      .dictionary('contentState')
      .filter('many'),
    edition: integer('版本').serverSet(),
    publishedAt: instant('发布时间').serverSet(),
  },
  states: {
    field: 'state',
    moves: { publish: { from: ['draft'], to: 'published', label: '发布', permit: 'publish' } },
  },
});
export type ContentInfo = Row<typeof contentInfo>;
