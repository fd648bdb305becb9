// Inputs that go well for the monthly report of learning.
import type { Actor } from './actors.ts';

type Maker = (actor: Actor) => Record<string, unknown>;
const month = '2026-02';
const own: Maker = ({ tenant, tokens }) => ({ enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0], month });

/** By the name of the call. */
export const educationReportFixtures: Record<string, Maker> = {
  'educationReport.year': own,
  'educationReport.firms': () => ({ month }),
  'educationReport.pdf': own,
};
