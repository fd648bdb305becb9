// Valid inputs for the monthly education report.
import type { Actor } from './actors.ts';

type Maker = (actor: Actor) => Record<string, unknown>;
const month = '2026-02';
const own: Maker = ({ tenant, tokens }) => ({ enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0], month });

export const educationReportFixtures: Record<string, Maker> = {
  'educationReport.year': own,
  'educationReport.firms': () => ({ month }),
  'educationReport.totals': () => ({ month }),
  'educationReport.export': () => ({ month }),
  'educationReport.pdf': own,
};
