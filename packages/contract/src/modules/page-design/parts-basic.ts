// Parts that show typed text or uploads.
import { boolean, choice, integer, prose, text } from '../../kit/field.ts';
import { colour, html, items, link, picture, video } from './field.ts';
import { part } from './part.ts';

const sides = { left: '左', center: '中', right: '右' } as const;

/**
 * Search box (搜索框) with the specification's fields: background, colour, placeholder, radius 38, text colour, text
 * position.
 */
export const search = part({
  label: '搜索框',
  group: '基础',
  icon: 'search',
  version: 2,
  fields: {
    background: colour('背景', '#0B4F92'),
    colour: colour('框内颜色', '#FFFFFF'),
    placeholder: text(20, '占位文字').default('搜索商品'),
    radius: integer('圆角', { max: 38, unit: 'px' }).default(38),
    textColour: colour('文字颜色', '#5C687C'),
    textPosition: choice(sides, '文字位置').default('left'),
  },
  // Converts the field names of the specification's designer state.
  upgrade: {
    1: ({ bgColor, color, placeholder, radius, textColor, textPosition }) => ({
      background: bgColor ?? '#0B4F92',
      colour: color ?? '#FFFFFF',
      placeholder: placeholder ?? '搜索商品',
      radius: radius ?? 38,
      textColour: textColor ?? '#5C687C',
      textPosition: textPosition ?? 'left',
    }),
  },
});
export const banner = part({
  label: '轮播图',
  group: '基础',
  icon: 'image',
  version: 2,
  fields: {
    slides: items(
      '图片',
      '张',
      {
        picture: picture('图片').help('建议 750 × 300，不超过 300 KB'),
        title: text(20, '标题').default(''),
        note: text(30, '说明').default(''),
        background: colour('底色', '#13315C'),
        textColour: colour('文字颜色', '#FFFFFF'),
        link: link('跳转'),
      },
      { least: 1, most: 8, initial: [{ title: '在这里写标题', note: '可以换成图片' }] },
    ),
    ratio: choice({ wide: '扁（5:2）', middle: '中（16:9）', square: '方（1:1）' }, '比例').default('wide'),
    seconds: integer('几秒换一张', { min: 3, max: 15, unit: '秒' }).default(5),
  },
  // Version 1 had pictures without text.
  upgrade: {
    1: ({ pictures, ratio }) => ({
      slides: Array.isArray(pictures) ? pictures.map((one: unknown) => ({ picture: one })) : [],
      ratio: ratio ?? 'wide',
    }),
  },
});
export const image = part({
  label: '图片',
  group: '基础',
  icon: 'image',
  version: 1,
  fields: {
    picture: picture('图片').help('建议宽 750，不超过 300 KB'),
    ratio: choice({ wide: '5:2', middle: '16:9', square: '1:1', tall: '3:4' }, '比例').default('middle'),
    radius: integer('圆角', { max: 38, unit: 'px' }).default(8),
    link: link('跳转'),
  },
});
/** Picture with linked areas (热区图). Their positions and sizes are percentages of the picture's sides. */
export const hotZones = part({
  label: '热区图',
  group: '基础',
  icon: 'map',
  version: 1,
  fields: {
    picture: picture('图片').help('建议宽 750，不超过 300 KB'),
    ratio: choice({ wide: '5:2', middle: '16:9', square: '1:1', tall: '3:4' }, '比例').default('middle'),
    zones: items(
      '热区',
      '个',
      {
        name: text(20, '热区名称').default('查看'),
        left: integer('左', { max: 100, unit: '%' }).default(0),
        top: integer('上', { max: 100, unit: '%' }).default(0),
        width: integer('宽', { min: 1, max: 100, unit: '%' }).default(50),
        height: integer('高', { min: 1, max: 100, unit: '%' }).default(50),
        link: link('跳转'),
      },
      { most: 12, initial: [{}] },
    ),
  },
});
export const title = part({
  label: '标题',
  group: '基础',
  icon: 'edit',
  version: 1,
  fields: {
    text: text(30, '标题').default('标题'),
    note: text(30, '副标题').default(''),
    more: text(10, '右侧文字').default(''),
    link: link('右侧跳转'),
    position: choice(sides, '文字位置').default('left'),
    textColour: colour('文字颜色'),
  },
});
export const textPart = part({
  label: '文字',
  group: '基础',
  icon: 'list',
  version: 1,
  fields: {
    text: prose(500, '文字').default('在这里写文字'),
    size: choice({ small: '小', middle: '中', large: '大' }, '字号').default('middle'),
    position: choice(sides, '文字位置').default('left'),
    textColour: colour('文字颜色'),
    background: colour('背景'),
  },
});
export const richText = part({
  label: '富文本',
  group: '基础',
  icon: 'file',
  version: 1,
  fields: { html: html('内容', '<p>在这里写内容</p>') },
});
export const film = part({
  label: '视频',
  group: '基础',
  icon: 'eye',
  version: 1,
  fields: {
    video: video('视频').help('MP4 或 WebM，不超过 200 MB'),
    cover: picture('封面'),
    ratio: choice({ middle: '16:9', square: '1:1', tall: '3:4' }, '比例').default('middle'),
  },
});
export const divider = part({
  label: '分割线',
  group: '基础',
  icon: 'list',
  version: 1,
  fields: {
    style: choice({ solid: '实线', dashed: '虚线' }, '样式').default('solid'),
    text: text(12, '中间文字').default(''),
    colour: colour('颜色'),
  },
});
export const spacer = part({
  label: '留白',
  group: '基础',
  icon: 'columns',
  version: 1,
  fields: { height: integer('高度', { min: 4, max: 120, unit: 'px' }).default(16) },
});
export const button = part({
  label: '按钮',
  group: '导航与布局',
  icon: 'plus',
  version: 1,
  fields: {
    text: text(12, '文字').default('联系我们'),
    background: colour('背景', '#0B63BC'),
    textColour: colour('文字颜色', '#FFFFFF'),
    full: boolean('占满一行').default(true),
    link: link('跳转'),
  },
});
export const questions = part({
  label: '常见问题',
  group: '基础',
  icon: 'info',
  version: 1,
  fields: {
    items: items(
      '问题',
      '个',
      {
        question: text(50, '问题').default('怎么购买？'),
        answer: prose(300, '回答').default('请拨打店铺电话，工作日当天回复。'),
      },
      { least: 1, most: 20, initial: [{}] },
    ),
  },
});
