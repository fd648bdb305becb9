import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { formatInstant } from '@anlan/contract/domain/instant';
import { scoreParts, type Judgement, type ScoreCard, type ScorePart } from '@anlan/contract/modules/score/score';

/** The name of each colour. A colour never shows without its name. */
export const colorWords: Readonly<Record<EnterpriseColor, string>> = {
  red: '红',
  orange: '橙',
  yellow: '黄',
  blue: '蓝',
  unrated: '未评',
};

/** A score with one decimal, or 数据不足. */
export const scoreText = (score: number | null): string => (score === null ? '数据不足' : score.toFixed(1));

export function sinceText({ score, before }: Pick<ScoreCard, 'score' | 'before'>): string | null {
  if (score === null || before === null || before.score === null) return null;
  const change = Math.round(10 * (score - before.score)) / 10;
  const day = before.day.slice(5);
  return change === 0 ? `与 ${day} 持平` : `较 ${day} ${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)}`;
}

/** Text that explains why the colour differs from the score, for example 为什么是橙（只看分数是黄）. */
export function whyText({ color, byScore }: Pick<Judgement, 'color' | 'byScore'>): string {
  const beside = byScore === null || byScore === color ? '' : `（只看分数是${colorWords[byScore]}）`;
  return `为什么是${colorWords[color]}${beside}`;
}

export function countedText(parts: readonly ScorePart[], minParts: number): string {
  const namesOf = (why: ScorePart['leftOut']) =>
    parts.filter(({ leftOut }) => leftOut === why).map(({ key }) => scoreParts[key].label);
  const [counted, nothing] = [namesOf(null), namesOf('nothing')];
  const sentences = [
    counted.length < minParts
      ? `${parts.length} 项里至少 ${minParts} 项有数据才计分，现在有 ${counted.length} 项`
      : `${counted.length} 项相加`,
    ...(nothing.length > 0 ? [`${nothing.join('、')}还没有数据`] : []),
  ];
  return `${sentences.join('；')}${nothing.length > 0 ? '；未计入的权重按比例分给其余各项' : ''}。`;
}

export const asOfText = (at: Date): string => `截至 ${formatInstant(at).slice(5, 16)}`;
