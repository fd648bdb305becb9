import type { AutoContent, AutoRule } from './auto-store.ts';

/** What came from a follower, as far as automatic answers look at it. */
export interface Asked {
  repType: string;
  repEvent: string | null;
  text: string | null;
}

const bare = (text: string) => text.trim().toLowerCase();

/** The automatic answer to something; words count before kinds, whole words before parts. */
export function answerTo({ repType, repEvent, text }: Asked, rules: readonly AutoRule[]): AutoContent | null {
  if (repType === 'event')
    return repEvent === 'subscribe' ? (rules.find(({ type }) => type === 'subscribe')?.answer ?? null) : null;
  const said = repType === 'text' && text !== null ? bare(text) : null;
  const words = said === null ? [] : rules.filter(({ type, keyword }) => type === 'keyword' && keyword);
  const exact = words.find(({ match, keyword }) => match === 'exact' && bare(keyword ?? '') === said);
  const part = words.find(({ match, keyword }) => match === 'contains' && said?.includes(bare(keyword ?? '')));
  const ofKind = rules.find(({ type, reqType }) => type === 'kind' && reqType === repType);
  return (exact ?? part ?? ofKind)?.answer ?? null;
}

/** Why an automatic answer cannot be kept; null where it can. */
export function autoProblem(rule: {
  type: string;
  reqType: string | null;
  keyword: string | null;
  answer: AutoContent;
}): { field: string; msg: string } | null {
  if (rule.type === 'keyword' && !rule.keyword) return { field: 'keyword', msg: '请填写关键词' };
  if (rule.type === 'kind' && !rule.reqType) return { field: 'reqType', msg: '请选择消息类型' };
  const { repType, repContent, repMediaId } = rule.answer;
  if (repType === 'text' && !repContent?.trim()) return { field: 'answer', msg: '请填写回复的文字' };
  if (repType !== 'text' && !repMediaId) return { field: 'answer', msg: '请选择要回复的素材' };
  return null;
}

/** Fills in a prepared answer; a variable of which nothing is known stays as it is written. */
export const filledIn = (text: string, known: Readonly<Record<string, string | null>>): string =>
  text.replace(/\{([^{}]{1,10})\}/g, (whole, name: string) => known[name] ?? whole);
