// Renders the parts that show rows of other modules, navigation parts, and containers.
import type { Part } from '../parts.ts';
import { goodsView, linkElement, emptyPlaceholder, iconElement, type Drawing } from './render-context.ts';
import { element, type View } from './view.ts';
import { partKinds } from '../parts.ts';

type Draw<T extends Part['type']> = (part: Part<T>, drawing: Drawing, inside: readonly View[]) => View;

const shopHead: Draw<'shopHead'> = ({ props }, { shop, unit }) =>
  element(
    'header',
    { class: 'shop-head', style: { background: props.background, color: props.textColour } },
    element('span', { class: 'shop-sign', 'aria-hidden': 'true' }, (shop?.name ?? unit).slice(0, 1)),
    element(
      'span',
      {},
      element('b', {}, shop?.name ?? unit),
      element(
        'small',
        {},
        [
          shop ? '营业中' : '商城',
          ...(shop?.openHours && props.hours ? [shop.openHours] : []),
          ...(shop && props.address ? [shop.address] : []),
        ].join(' · '),
      ),
    ),
  );

const goodsList: Draw<'goodsList'> = ({ id, props }, drawing) => {
  const goods = drawing.dataOf(id).goods?.[0] ?? [];
  if (goods.length === 0) return emptyPlaceholder(drawing, partKinds.goodsList.empty ?? '');
  return element(
    'ul',
    { class: `goods-list ${props.layout}`, tabindex: props.layout === 'scroll' ? 0 : undefined, 'aria-label': '商品' },
    goods.map((one) => goodsView(one, drawing, props.stock)),
  );
};

const goodsGroup: Draw<'goodsGroup'> = ({ id, props }, drawing) => {
  const groups = drawing.dataOf(id).goods ?? [];
  const full = props.groups.flatMap(({ name }, at) => {
    const goods = groups[at] ?? [];
    return goods.length === 0 ? [] : [{ name, goods, anchor: `${id}-${at + 1}` }];
  });
  if (full.length === 0) return emptyPlaceholder(drawing, partKinds.goodsGroup.empty ?? '');
  return element(
    'div',
    { class: 'goods-groups' },
    full.length > 1
      ? element(
          'nav',
          { class: 'chips', 'aria-label': '商品分组' },
          full.map(({ name, anchor }) => element('a', { href: `#${anchor}` }, name)),
        )
      : null,
    full.map(({ name, goods, anchor }) =>
      element(
        'section',
        { id: anchor },
        element('h2', {}, name),
        element(
          'ul',
          { class: 'goods-list two', 'aria-label': name },
          goods.map((one) => goodsView(one, drawing, props.stock)),
        ),
      ),
    ),
  );
};

const shopList: Draw<'shopList'> = ({ id }, drawing) => {
  const shops = drawing.dataOf(id).shops ?? [];
  if (shops.length === 0) return emptyPlaceholder(drawing, partKinds.shopList.empty ?? '');
  return element(
    'ul',
    { class: 'card rows' },
    shops.map(({ id: shop, name, intro, address }) =>
      element(
        'li',
        {},
        linkElement(
          { to: 'shop', id: shop, name },
          drawing,
          { class: 'row' },
          element('span', { class: 'shop-sign small', 'aria-hidden': 'true' }, name.slice(0, 1)),
          element('span', {}, element('b', {}, name), element('small', {}, intro ?? address)),
        ),
      ),
    ),
  );
};

const minutes = (seconds: number) => `${Math.max(1, Math.round(seconds / 60))} 分钟`;
const day = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

const announcements: Draw<'announcements'> = ({ id }, drawing) => {
  const rows = drawing.dataOf(id).announcements ?? [];
  if (rows.length === 0) return emptyPlaceholder(drawing, partKinds.announcements.empty ?? '');
  return element(
    'ul',
    { class: 'card rows' },
    rows.map(({ title, at }) =>
      element(
        'li',
        { class: 'row' },
        iconElement('bell'),
        element(
          'span',
          {},
          element('b', {}, title),
          element('small', {}, element('time', { datetime: day(at) }, day(at))),
        ),
      ),
    ),
  );
};

const courses: Draw<'courses'> = ({ id }, drawing) => {
  const rows = drawing.dataOf(id).courses ?? [];
  if (rows.length === 0) return emptyPlaceholder(drawing, partKinds.courses.empty ?? '');
  return element(
    'ul',
    { class: 'card rows' },
    rows.map(({ title, lessons, seconds }) =>
      element(
        'li',
        { class: 'row' },
        iconElement('book'),
        element('span', {}, element('b', {}, title), element('small', {}, `${lessons} 课时 · ${minutes(seconds)}`)),
      ),
    ),
  );
};

const contact: Draw<'contact'> = ({ props }, drawing) => {
  const { shop } = drawing;
  const facts =
    props.source === 'shop'
      ? { phone: shop?.serviceLine ?? '', address: shop?.address ?? '', hours: shop?.openHours ?? '' }
      : props;
  if (facts.phone === '' && facts.address === '' && facts.hours === '')
    return emptyPlaceholder(drawing, partKinds.contact.empty ?? '');
  const dialled = facts.phone.replaceAll(/[^\d+-]/g, '');
  const fact = (name: string, value: string): View =>
    value === '' ? null : element('div', {}, element('dt', {}, name), element('dd', {}, value));
  return element(
    'div',
    { class: 'card contact' },
    element('dl', {}, fact('电话', facts.phone), fact('地址', facts.address), fact('时间', facts.hours)),
    dialled === ''
      ? null
      : linkElement(
          { to: 'phone', id: dialled, name: '' },
          drawing,
          { class: 'call' },
          iconElement('phone'),
          '拨打电话',
        ),
  );
};

const grid: Draw<'grid'> = ({ props }, drawing) =>
  element(
    'ul',
    { class: `card grid ${props.columns}`, style: { background: props.background, color: props.textColour } },
    props.items.map(({ sign: name, picture, name: word, link }) =>
      element(
        'li',
        {},
        linkElement(
          link,
          drawing,
          { class: 'entry' },
          picture === null
            ? iconElement(name)
            : element('img', { src: drawing.file(picture.file), alt: '', width: 40, height: 40, loading: 'lazy' }),
          element('span', {}, word),
        ),
      ),
    ),
  );

const notice: Draw<'notice'> = ({ props }, drawing) =>
  linkElement(
    props.link,
    drawing,
    { class: 'card notice', style: { background: props.background, color: props.textColour } },
    iconElement('bell'),
    element('span', {}, props.text),
  );

const tabBar: Draw<'tabBar'> = ({ props }, drawing) =>
  element(
    'nav',
    {
      class: 'tab-bar',
      'aria-label': '底部导航',
      style: { background: props.background, color: props.textColour },
    },
    props.items.map(({ sign: name, name: word, link }) =>
      linkElement(link, drawing, { class: 'entry' }, iconElement(name), element('span', {}, word)),
    ),
  );

const floatButton: Draw<'floatButton'> = ({ props }, drawing) =>
  linkElement(
    props.link,
    drawing,
    {
      class: `float ${props.side}`,
      'aria-label': props.name,
      style: { background: props.background, color: props.textColour },
    },
    iconElement(props.sign),
  );

export const drawShop = {
  shopHead,
  goodsList,
  goodsGroup,
  shopList,
  announcements,
  courses,
  contact,
  grid,
  notice,
  tabBar,
  floatButton,
  columns: (({ props }, _drawing, inside) =>
    element(
      'div',
      { class: `columns ${props.split}`, style: { gap: `${props.gap}px` } },
      inside,
    )) satisfies Draw<'columns'>,
  box: (({ props }, _drawing, inside) =>
    element(
      'div',
      { class: 'card box', style: { background: props.background, 'border-radius': `${props.radius}px` } },
      inside,
    )) satisfies Draw<'box'>,
};
