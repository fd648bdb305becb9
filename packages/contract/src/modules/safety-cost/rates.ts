// How much an enterprise draws for safety in a year (企业安全生产费用提取和使用管理办法, 财资〔2022〕136号).

/** A part of the base: up to an amount in fen, and its rate in ten-thousandths. */
interface Band {
  readonly toFen: number;
  readonly rate: number;
}
const wan = 1_000_000;
const yi = 10_000 * wan;
const flat = (rate: number): readonly Band[] => [{ toFen: Infinity, rate }];
const bands = (...parts: readonly (readonly [toFen: number, rate: number])[]): readonly Band[] =>
  parts.map(([toFen, rate]) => ({ toFen, rate }));

/**
 * Rates by trade. The base is last year's revenue, of construction the cost of the works; what is drawn by the tonne or
 * by a rate of the enterprise's own is entered as it was fixed.
 */
const ratesOf = {
  hazchem: bands([1000 * wan, 450], [yi, 225], [10 * yi, 55], [Infinity, 20]),
  freight: flat(100),
  passengerOrSpecial: flat(150),
  metallurgy: bands([1000 * wan, 300], [yi, 150], [10 * yi, 50], [50 * yi, 20], [100 * yi, 10], [Infinity, 5]),
  machinery: bands([1000 * wan, 235], [yi, 125], [10 * yi, 25], [50 * yi, 10], [Infinity, 5]),
  fireworks: bands([1000 * wan, 400], [2000 * wan, 300], [Infinity, 250]),
  mineWorks: flat(350),
  buildingWorks: flat(300),
  powerAndWaterWorks: flat(250),
  plantWorks: flat(200),
  municipalAndRoadWorks: flat(150),
  fixed: flat(10_000),
} as const;
/** Trades by which safety costs are drawn. */
export const safetyCostTrades = Object.keys(ratesOf) as [keyof typeof ratesOf, ...(keyof typeof ratesOf)[]];
/** A trade by which safety costs are drawn. */
export type SafetyCostTrade = keyof typeof ratesOf;

/** What is to be drawn in a year from a base: each part of it by its own rate, to the fen. */
export function dueFenOf(trade: SafetyCostTrade, basisFen: number): number {
  let from = 0;
  let due = 0;
  for (const { toFen, rate } of ratesOf[trade]) {
    due += Math.max(0, Math.min(basisFen, toFen) - from) * rate;
    from = toFen;
  }
  return Math.round(due / 10_000);
}
