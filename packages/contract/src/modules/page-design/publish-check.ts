// Checks a design before publishing: text contrast, alternative texts, size of touch targets, link targets, whether
// linked rows exist, and page size.
import { contrast } from '../../domain/colour-contrast.ts';
import type { Design } from './design.ts';
import { listPageValues } from './field.ts';
import { kindOf, walkParts, type Part } from './parts.ts';
import { targetKey, type PageData } from './views.ts';

/** Default text and background colours of a page, in light and dark. */
const pageColours = {
  light: { ground: '#F5F7FA', card: '#FFFFFF', ink: '#16202E' },
  dark: { ground: '#0D1218', card: '#1A232E', ink: '#E8EDF4' },
} as const;

export const checkKinds = {
  empty: '页面内容',
  alt: '替代文字',
  contrast: '文字对比度',
  touch: '点按区域',
  link: '链接',
  data: '数据',
  weight: '页面大小',
} as const;
export type CheckKind = keyof typeof checkKinds;

export interface Finding {
  readonly kind: CheckKind;
  /** Whether the finding prevents publishing. */
  readonly must: boolean;
  /** Id of the part; null if the finding concerns the whole page. */
  readonly part: string | null;
  readonly text: string;
  readonly why: string;
}
export interface DesignCheck {
  readonly findings: readonly Finding[];
  readonly passedTexts: readonly string[];
}

/**
 * Limits for the size of a page in bytes. Above `adviseBytes` there is a warning, above `mostBytes` the page cannot be
 * published.
 */
export const pageWeightLimits = { adviseBytes: 1_500_000, mostBytes: 6_000_000, pictureBytes: 400_000 } as const;
/** Minimum size of a touch target in pixels (WCAG 2.2, 2.5.8, and guidelines for phones). */
const minTouchPx = 44;
const phone = { width: 358, ratios: { wide: 2 / 5, middle: 9 / 16, square: 1, tall: 4 / 3 } } as const;

type ReportFinding = (finding: Omit<Finding, 'part'>) => void;

/**
 * Returns the pairs of text and background colours of a part, in light and dark mode. An empty colour means the
 * colour of the page.
 */
function textColourPairs(part: Part, { page }: Design): { text: string; words: string; ground: string }[] {
  const pairs: { text: string; words: string; ground: string }[] = [];
  const addThemePairs = (text: string, words: string, ground: string, own: 'card' | 'ground') => {
    for (const theme of ['light', 'dark'] as const) {
      const { ink } = pageColours[theme];
      const below = own === 'ground' && page.background !== '' ? page.background : pageColours[theme][own];
      pairs.push({
        text: theme === 'dark' ? `${text}（深色）` : text,
        words: words === '' ? ink : words,
        ground: ground === '' ? below : ground,
      });
      if (words !== '' && ground !== '') return;
    }
  };
  const { label } = kindOf(part.type);
  switch (part.type) {
    case 'search':
      addThemePairs(label, part.props.textColour, part.props.colour || '#FFFFFF', 'card');
      break;
    case 'banner':
      for (const { title, note, textColour, background, picture } of part.props.slides)
        if (picture === null && (title !== '' || note !== '')) addThemePairs(label, textColour, background, 'card');
      break;
    case 'text':
    case 'grid':
    case 'notice':
    case 'tabBar':
      addThemePairs(label, part.props.textColour, part.props.background, part.type === 'text' ? 'ground' : 'card');
      break;
    case 'title':
      addThemePairs(label, part.props.textColour, '', 'ground');
      break;
    case 'shopHead':
    case 'button':
      addThemePairs(label, part.props.textColour, part.props.background, 'ground');
      break;
    case 'floatButton':
      addThemePairs(label, part.props.textColour, part.props.background, 'card');
      break;
    default:
  }
  return pairs;
}

function checkPart(part: Part, design: Design, data: PageData, report: ReportFinding): void {
  const { label, fields, empty } = kindOf(part.type);
  const sizes = new Map(data.files.map(({ id, sizeBytes }) => [id, sizeBytes]));
  const alive = new Set(data.alive);
  for (const { kind, value, label: what, of, key } of listPageValues(fields, part.props, label)) {
    if (kind === 'picture' && value) {
      // A picture beside an icon and the cover of a video are decoration, so they need no alternative text.
      if (!('sign' in of) && key !== 'cover' && value.alt === '')
        report({ kind: 'alt', must: true, text: `${what}缺替代文字`, why: '看不见图的人会不知道内容' });
      const size = sizes.get(value.file);
      if (size !== undefined && size > pageWeightLimits.pictureBytes)
        report({
          kind: 'weight',
          must: false,
          text: `${what}的图片有 ${Math.round(size / 1024)} KB`,
          why: '建议压缩到 400 KB 以内',
        });
    } else if (kind === 'video' && value?.alt === '')
      report({ kind: 'alt', must: true, text: `${what}缺说明`, why: '听不见、看不见的人会不知道内容' });
    else if (kind === 'link' && ['page', 'goods', 'shop'].includes(value.to) && !alive.has(targetKey(value)))
      report({
        kind: 'link',
        must: true,
        text: `${what}的链接打不开`,
        why: `“${value.name || '目标'}”不存在、没有发布或已下架`,
      });
  }
  for (const { text, words, ground } of textColourPairs(part, design)) {
    const ratio = contrast(words, ground);
    if (ratio < 4.5)
      report({
        kind: 'contrast',
        must: true,
        text: `${text}的文字看不清`,
        why: `对比度 ${ratio.toFixed(1)} : 1，至少要 4.5 : 1`,
      });
  }
  if (part.type === 'hotZones' && part.props.picture !== null) {
    const height = phone.width * phone.ratios[part.props.ratio];
    for (const [at, zone] of part.props.zones.entries()) {
      const [wide, high] = [(phone.width * zone.width) / 100, (height * zone.height) / 100];
      if (wide < minTouchPx || high < minTouchPx)
        report({
          kind: 'touch',
          must: true,
          text: `热区图第 ${at + 1} 个热区太小`,
          why: `在手机上 ${Math.round(wide)} × ${Math.round(high)}，至少要 ${minTouchPx} × ${minTouchPx}`,
        });
      if (zone.left + zone.width > 100 || zone.top + zone.height > 100)
        report({ kind: 'touch', must: true, text: `热区图第 ${at + 1} 个热区超出图片`, why: '请缩小或移动这个热区' });
      if (zone.link.to === 'none')
        report({ kind: 'link', must: false, text: `热区图第 ${at + 1} 个热区没有跳转`, why: '点了没有反应' });
    }
  }
  if (part.type === 'richText' && /<a href="(?!tel:)/i.test(part.props.html))
    report({
      kind: 'link',
      must: true,
      text: '富文本里有通向站外的链接',
      why: '访客会离开本系统；请删除链接，改用按钮、图片的跳转',
    });
  if (part.type === 'button' && part.props.link.to === 'none')
    report({ kind: 'link', must: false, text: '按钮没有跳转', why: '点了没有反应' });
  const lacks =
    ((part.type === 'image' || part.type === 'hotZones') && part.props.picture === null) ||
    (part.type === 'film' && part.props.video === null);
  if (lacks) report({ kind: 'data', must: false, text: `${label}还没有选择文件`, why: '页面上会隐藏' });
  if (empty !== undefined && isEmpty(part, data))
    report({ kind: 'data', must: false, text: `${label}没有数据，页面上会隐藏`, why: empty });
  if (part.slots.length > 0 && part.slots.every((slot) => slot.length === 0))
    report({ kind: 'data', must: false, text: `${label}里没有组件`, why: '页面上会是空的' });
}

export function isEmpty(part: Part, data: PageData): boolean {
  if (part.type === 'contact')
    return part.props.source === 'shop'
      ? data.shop === null
      : part.props.phone === '' && part.props.address === '' && part.props.hours === '';
  const own = data.parts.find((one) => one.part === part.id)?.data;
  const { goods = [], shops = [], announcements = [], courses = [] } = own ?? {};
  return [...goods.flat(), ...shops, ...announcements, ...courses].length === 0;
}

/** Checks a design together with its data. `htmlBytes`: size of the rendered markup in bytes. */
export function checkDesign(design: Design, data: PageData, htmlBytes = 0): DesignCheck {
  const findings: Finding[] = [];
  const parts = [...walkParts(design.parts)];
  if (parts.length === 0)
    findings.push({ kind: 'empty', must: true, part: null, text: '页面上还没有组件', why: '请先添加组件' });
  for (const part of parts) checkPart(part, design, data, (finding) => findings.push({ ...finding, part: part.id }));
  const bytes = data.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, htmlBytes);
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  if (bytes > pageWeightLimits.adviseBytes)
    findings.push({
      kind: 'weight',
      must: bytes > pageWeightLimits.mostBytes,
      part: null,
      text: `页面共 ${size}`,
      why: '手机上打开会慢，请压缩图片',
    });
  const findingKinds = new Set(findings.map(({ kind }) => kind));
  const linkCount = parts
    .flatMap(({ type, props }) => [...listPageValues(kindOf(type).fields, props)])
    .filter(({ kind, value }) => kind === 'link' && value.to !== 'none').length;
  const fine = [
    ...(findingKinds.has('link') || linkCount === 0 ? [] : [`链接 ${linkCount} 个都能打开`]),
    ...(findingKinds.has('contrast') || findingKinds.has('touch') ? [] : ['文字对比度、点按区域合格']),
    ...(findingKinds.has('alt') ? [] : ['图片都有替代文字']),
    ...(findingKinds.has('weight') ? [] : [`页面 ${size}`]),
  ];
  return { findings: findings.toSorted((a, b) => Number(b.must) - Number(a.must)), passedTexts: fine };
}
