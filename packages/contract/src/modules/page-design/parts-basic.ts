// Parts that show what was typed or uploaded.
import { amount, choice, colour, items, line, link, picture, prose, rich, toggle, video } from './field.ts';
import { part } from './part.ts';

const sides = { left: '左', center: '中', right: '右' } as const;

/** 搜索框, as the specification has it: background, colour, placeholder, radius 38, text colour, text position. */
export const search = part({
  label: '搜索框',
  group: '基础',
  icon: 'search',
  version: 2,
  fields: {
    background: colour('背景', '#0B4F92'),
    colour: colour('框内颜色', '#FFFFFF'),
    placeholder: line(20, '占位文字', '搜索商品'),
    radius: amount('圆角', 0, 38, 38, 'px'),
    textColour: colour('文字颜色', '#5C687C'),
    textPosition: choice('文字位置', sides, 'left'),
  },
  // The names that the specification's own state of the designer has.
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
/** 轮播图. */
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
        picture: picture('图片', '建议 750 × 300，不超过 300 KB'),
        title: line(20, '标题'),
        note: line(30, '说明'),
        background: colour('底色', '#13315C'),
        textColour: colour('文字颜色', '#FFFFFF'),
        link: link('跳转'),
      },
      { least: 1, most: 8, initial: [{ title: '在这里写标题', note: '可以换成图片' }] },
    ),
    ratio: choice('比例', { wide: '扁（5:2）', middle: '中（16:9）', square: '方（1:1）' }, 'wide'),
    seconds: amount('几秒换一张', 3, 15, 5, '秒'),
  },
  // The first version knew pictures without words over them.
  upgrade: {
    1: ({ pictures, ratio }) => ({
      slides: Array.isArray(pictures) ? pictures.map((one: unknown) => ({ picture: one })) : [],
      ratio: ratio ?? 'wide',
    }),
  },
});
/** 图片. */
export const image = part({
  label: '图片',
  group: '基础',
  icon: 'image',
  version: 1,
  fields: {
    picture: picture('图片', '建议宽 750，不超过 300 KB'),
    ratio: choice('比例', { wide: '5:2', middle: '16:9', square: '1:1', tall: '3:4' }, 'middle'),
    radius: amount('圆角', 0, 38, 8, 'px'),
    link: link('跳转'),
  },
});
/** 热区图: areas of a picture that lead somewhere, in hundredths of its sides. */
export const hotZones = part({
  label: '热区图',
  group: '基础',
  icon: 'map',
  version: 1,
  fields: {
    picture: picture('图片', '建议宽 750，不超过 300 KB'),
    ratio: choice('比例', { wide: '5:2', middle: '16:9', square: '1:1', tall: '3:4' }, 'middle'),
    zones: items(
      '热区',
      '个',
      {
        name: line(20, '热区名称', '查看'),
        left: amount('左', 0, 100, 0, '%'),
        top: amount('上', 0, 100, 0, '%'),
        width: amount('宽', 1, 100, 50, '%'),
        height: amount('高', 1, 100, 50, '%'),
        link: link('跳转'),
      },
      { most: 12, initial: [{}] },
    ),
  },
});
/** 标题. */
export const title = part({
  label: '标题',
  group: '基础',
  icon: 'edit',
  version: 1,
  fields: {
    text: line(30, '标题', '标题'),
    note: line(30, '副标题'),
    more: line(10, '右侧文字'),
    link: link('右侧跳转'),
    position: choice('文字位置', sides, 'left'),
    textColour: colour('文字颜色'),
  },
});
/** 文字. */
export const text = part({
  label: '文字',
  group: '基础',
  icon: 'list',
  version: 1,
  fields: {
    text: prose(500, '文字', '在这里写文字'),
    size: choice('字号', { small: '小', middle: '中', large: '大' }, 'middle'),
    position: choice('文字位置', sides, 'left'),
    textColour: colour('文字颜色'),
    background: colour('背景'),
  },
});
/** 富文本. */
export const richText = part({
  label: '富文本',
  group: '基础',
  icon: 'file',
  version: 1,
  fields: { html: rich('内容', '<p>在这里写内容</p>') },
});
/** 视频. */
export const film = part({
  label: '视频',
  group: '基础',
  icon: 'eye',
  version: 1,
  fields: {
    video: video('视频', 'MP4 或 WebM，不超过 200 MB'),
    cover: picture('封面'),
    ratio: choice('比例', { middle: '16:9', square: '1:1', tall: '3:4' }, 'middle'),
  },
});
/** 分割线. */
export const divider = part({
  label: '分割线',
  group: '基础',
  icon: 'list',
  version: 1,
  fields: {
    style: choice('样式', { solid: '实线', dashed: '虚线' }, 'solid'),
    text: line(12, '中间文字'),
    colour: colour('颜色'),
  },
});
/** 留白. */
export const spacer = part({
  label: '留白',
  group: '基础',
  icon: 'columns',
  version: 1,
  fields: { height: amount('高度', 4, 120, 16, 'px') },
});
/** 按钮. */
export const button = part({
  label: '按钮',
  group: '导航与布局',
  icon: 'plus',
  version: 1,
  fields: {
    text: line(12, '文字', '联系我们'),
    background: colour('背景', '#0B63BC'),
    textColour: colour('文字颜色', '#FFFFFF'),
    full: toggle('占满一行', true),
    link: link('跳转'),
  },
});
/** 问答: questions that open. */
export const questions = part({
  label: '常见问题',
  group: '基础',
  icon: 'info',
  version: 1,
  fields: {
    items: items(
      '问题',
      '个',
      { question: line(50, '问题', '怎么购买？'), answer: prose(300, '回答', '请拨打店铺电话，工作日当天回复。') },
      { least: 1, most: 20, initial: [{}] },
    ),
  },
});
