// Computes the safety costs that an enterprise must set aside each year (企业安全生产费用提取和使用管理办法, 财资〔2022〕136号).

/** A bracket of the base amount: its upper limit in fen, and its rate in units of 1/10,000. */
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
 * Rates by trade. The base is the revenue of the last year, for construction the cost of the works. Other trades count
 * by tonne or by their own rate; their amounts are entered directly.
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
export const safetyCostTrades = Object.keys(ratesOf) as [keyof typeof ratesOf, ...(keyof typeof ratesOf)[]];
export type SafetyCostTrade = keyof typeof ratesOf;

/** Amount in fen that must be set aside for a year. Each bracket of the base has its own rate. */
export function dueFenOf(trade: SafetyCostTrade, basisFen: number): number {
  let from = 0;
  let due = 0;
  for (const { toFen, rate } of ratesOf[trade]) {
    due += Math.max(0, Math.min(basisFen, toFen) - from) * rate;
    from = toFen;
  }
  return Math.round(due / 10_000);
}
