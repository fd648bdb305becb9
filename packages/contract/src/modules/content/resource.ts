import { instant, integer, oneOf, prose, rich, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { contentTypes } from './text.ts';

/** One version of a text that everybody may read (内容): once published it never changes. */
export const contentInfo = resource('contentInfo', {
  label: '内容',
  counter: '个',
  title: 'title',
  class: 'shared',
  permits: 'bus:contentinfo',
  fields: {
    type: oneOf(contentTypes, '内容类型').required().immutable().dictionary('contentType').filter('many'),
    title: text(60, '标题').required().sortable().search('contains').example('如 安澜平台服务协议'),
    content: rich('正文').required().whole(),
    changeNote: prose(200, '修订说明').help('这一版改了什么，发布后和版本一起留存').example('如 补充第三方共享清单'),
    state: oneOf({ draft: '0', published: '1', superseded: '2' }, '状态')
      .kept()
      .default('draft')
      .dictionary('contentState')
      .filter('many'),
    edition: integer('版本').kept(),
    publishedAt: instant('发布时间').kept(),
  },
  states: {
    field: 'state',
    moves: { publish: { from: ['draft'], to: 'published', label: '发布', permit: 'publish' } },
  },
});
/** A version of a text as those who keep it see it. */
export type ContentInfo = Row<typeof contentInfo>;
