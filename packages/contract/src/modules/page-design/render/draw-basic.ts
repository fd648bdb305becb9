// Renders the parts that show typed text or uploads.
import type { Part } from '../parts.ts';
import { linkElement, emptyPlaceholder, iconElement, type Drawing } from './render-context.ts';
import { element, type View } from './view.ts';

type Draw<T extends Part['type']> = (part: Part<T>, drawing: Drawing, inside: readonly View[]) => View;
const px = (amount: number) => `${amount}px`;

const search: Draw<'search'> = ({ props }, { search: { action, fields } }) =>
  element(
    'form',
    { class: 'search', action, method: 'get', role: 'search', style: { background: props.background } },
    Object.entries(fields).map(([name, value]) => element('input', { type: 'hidden', name, value })),
    element(
      'label',
      {
        style: {
          background: props.colour,
          color: props.textColour,
          'border-radius': px(props.radius),
          '--place': props.textColour,
        },
      },
      iconElement('search'),
      element('input', {
        type: 'search',
        name: 'q',
        maxlength: 30,
        placeholder: props.placeholder,
        'aria-label': props.placeholder || '搜索商品',
        enterkeyhint: 'search',
        style: { 'text-align': props.textPosition },
      }),
    ),
  );

const banner: Draw<'banner'> = ({ props }, drawing) =>
  element(
    'div',
    {
      class: `banner ${props.ratio}`,
      role: 'group',
      'aria-label': '轮播图',
      tabindex: props.slides.length > 1 ? 0 : undefined,
      'data-seconds': props.slides.length > 1 ? props.seconds : undefined,
    },
    props.slides.map((slide, at) =>
      linkElement(
        slide.link,
        drawing,
        {
          class: 'slide',
          style: { background: slide.background, color: slide.textColour },
          'aria-label': slide.title || slide.picture?.alt || `第 ${at + 1} 张`,
        },
        slide.picture === null
          ? null
          : element('img', {
              src: drawing.file(slide.picture.file),
              alt: slide.picture.alt,
              width: 750,
              height: 300,
              loading: at === 0 ? undefined : 'lazy',
              decoding: 'async',
            }),
        slide.title === '' && slide.note === ''
          ? null
          : element('span', { class: 'slide-words' }, element('b', {}, slide.title), element('span', {}, slide.note)),
      ),
    ),
  );

const image: Draw<'image'> = ({ props }, drawing) =>
  props.picture === null
    ? emptyPlaceholder(drawing, '还没有选择图片')
    : linkElement(
        props.link,
        drawing,
        { class: `picture ${props.ratio}` },
        element('img', {
          src: drawing.file(props.picture.file),
          alt: props.picture.alt,
          width: 750,
          height: 420,
          loading: 'lazy',
          decoding: 'async',
          style: { 'border-radius': px(props.radius) },
        }),
      );

const hotZones: Draw<'hotZones'> = ({ props }, drawing) =>
  props.picture === null
    ? emptyPlaceholder(drawing, '还没有选择图片')
    : element(
        'div',
        { class: `picture zones ${props.ratio}` },
        element('img', {
          src: drawing.file(props.picture.file),
          alt: props.picture.alt,
          width: 750,
          height: 420,
          loading: 'lazy',
          decoding: 'async',
        }),
        props.zones.map(({ name, left, top, width, height, link }) =>
          linkElement(link, drawing, {
            class: 'zone',
            'aria-label': name,
            style: { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` },
          }),
        ),
      );

const title: Draw<'title'> = ({ props }, drawing) =>
  element(
    'div',
    { class: 'title', style: { color: props.textColour, 'text-align': props.position } },
    element(
      'span',
      { class: 'title-words' },
      element('h2', {}, props.text),
      props.note === '' ? null : element('small', {}, props.note),
    ),
    props.more === '' ? null : linkElement(props.link, drawing, { class: 'title-more' }, props.more),
  );

const text: Draw<'text'> = ({ props }) =>
  element(
    'p',
    {
      class: `text ${props.size}${props.background === '' ? '' : ' grounded'}`,
      style: { color: props.textColour, background: props.background, 'text-align': props.position },
    },
    props.text,
  );

const film: Draw<'film'> = ({ props }, drawing) =>
  props.video === null
    ? emptyPlaceholder(drawing, '还没有选择视频')
    : element('video', {
        class: `film ${props.ratio}`,
        src: drawing.file(props.video.file),
        poster: props.cover === null ? undefined : drawing.file(props.cover.file),
        controls: true,
        preload: 'none',
        playsinline: true,
        'aria-label': props.video.alt || '视频',
      });

const questions: Draw<'questions'> = ({ props }) =>
  element(
    'div',
    { class: 'card questions' },
    props.items.map(({ question, answer }) =>
      element('details', {}, element('summary', {}, question), element('p', {}, answer)),
    ),
  );

const divider: Draw<'divider'> = ({ props }) =>
  element(
    'div',
    {
      class: `divider ${props.style}`,
      role: props.text === '' ? 'separator' : undefined,
      style: { 'border-color': props.colour, color: props.colour },
    },
    props.text === '' ? null : element('span', {}, props.text),
  );

export const drawBasic = {
  search,
  banner,
  image,
  hotZones,
  title,
  text,
  richText: (({ props }) => ({ html: props.html })) satisfies Draw<'richText'>,
  film,
  questions,
  divider,
  spacer: (({ props }) => element('div', { style: { height: px(props.height) } })) satisfies Draw<'spacer'>,
  button: (({ props }, drawing) =>
    linkElement(
      props.link,
      drawing,
      {
        class: `button${props.full ? ' full' : ''}`,
        style: { background: props.background, color: props.textColour },
      },
      props.text,
    )) satisfies Draw<'button'>,
};
