// Designs written by earlier versions, which must always render. Add one entry for each new version of a part; never
// change an entry.

export const oldDesigns: Readonly<Record<string, string>> = {
  'the state of the specification': JSON.stringify({
    pageId: '1',
    shopId: '2',
    title: '旧首页',
    components: [
      {
        id: 'searchbox1',
        type: 'search',
        bgColor: '#0B4F92',
        color: '#FFFFFF',
        placeholder: '搜索商品',
        radius: 38,
        textColor: '#5C687C',
        textPosition: 'center',
      },
      { type: 'title', text: '冬季必备' },
    ],
  }),
  'a banner of pictures alone': JSON.stringify({
    format: 2,
    page: { title: '首页' },
    parts: [
      {
        id: 'banner1',
        type: 'banner',
        v: 1,
        props: {
          pictures: [{ file: '01a00000-0000-7000-8000-000000000001', name: '一.png', alt: '灭火器年检' }],
          ratio: 'middle',
        },
      },
    ],
  }),
  'a search box inside a box': JSON.stringify({
    format: 2,
    parts: [
      {
        id: 'box1',
        type: 'box',
        v: 1,
        props: {},
        slots: [[{ id: 'search1', type: 'search', v: 1, props: { bgColor: '#FFFFFF' } }]],
      },
    ],
  }),
};
