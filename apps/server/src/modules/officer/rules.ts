// Decides which registered officers may act, by place and day; no IO.
import { regionPrefix } from '@anlan/contract/domain/region-code';
import type { Inspector } from '@anlan/contract/modules/inspection/resource';

export interface Card {
  readonly name: string;
  readonly paperNo: string;
  /** First and last day on which the card is valid, `yyyy-MM-dd`. */
  readonly validFrom: string;
  readonly validTo: string;
  readonly regionCodes: readonly string[];
}
export interface Occasion {
  readonly day: string;
  readonly enterpriseName: string;
  /** Code of the division, street or grid that supervises the enterprise. */
  readonly oversightCode: string;
}

/** Returns why the officer may not act at that place and day, or null. */
export function cardProblem(
  { name, validFrom, validTo, regionCodes }: Card,
  { day, enterpriseName, oversightCode }: Occasion,
): string | null {
  if (day > validTo) return `${name}的执法证已于 ${validTo} 到期，请另选执法人员，或换证后更新有效期`;
  if (day < validFrom) return `${name}的执法证 ${validFrom} 起才有效，请另选执法人员`;
  if (!regionCodes.some((code) => oversightCode.startsWith(regionPrefix(code))))
    return `${name}的管辖区域不含“${enterpriseName}”所在地，请另选执法人员`;
  return null;
}

/** Returns the problem with the selected officers, or null. `cards` maps card numbers to register entries. */
export function choiceProblem(
  named: readonly Inspector[],
  cards: ReadonlyMap<string, Card>,
  occasion: Occasion,
  least: number,
): string | null {
  for (const { name, paperNo } of named) {
    if (!paperNo) return '请填写每名检查人员的执法证号';
    const card = cards.get(paperNo);
    if (card?.name !== name) return `执法人员名册中没有${name}（证号 ${paperNo}），请从名册中选择`;
    const problem = cardProblem(card, occasion);
    if (problem !== null) return problem;
  }
  if (new Set(named.map(({ paperNo }) => paperNo)).size < named.length) return '同一名执法人员只能选一次，请另选一名';
  // A signature shows only the officer's name, so two officers with one name cannot both sign.
  if (new Set(named.map(({ name }) => name)).size < named.length) return '两名执法人员同名，签名无法区分，请另选一名';
  if (named.length < least) return `须由 ${least} 名执法人员共同执法，请再选择 ${least - named.length} 名`;
  return null;
}
