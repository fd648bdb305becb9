// The server's modules that have a manifest, in order: a module leans only on those before it.
import type { ServerModule } from '#kit/module.ts';
import { checklistModule } from '#modules/checklist/index.ts';
import { enforcementModule } from '#modules/enforcement/index.ts';
import { inspectionModule } from '#modules/inspection/index.ts';
import { inspectionPlanModule } from '#modules/inspectionPlan/index.ts';
import { stationModule } from '#modules/station/index.ts';

/** Every module with a manifest. */
export const modules: readonly ServerModule[] = [
  stationModule,
  checklistModule,
  enforcementModule,
  inspectionModule,
  inspectionPlanModule,
];
