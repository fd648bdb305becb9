// Inputs that go well for the modules that have a manifest.
import { archiveSpecimens } from './archive-specimens.ts';
import { classSessionSpecimens } from './class-session-specimens.ts';
import { contentSpecimens } from './content-specimens.ts';
import { dangerSpecimens } from './danger-specimens.ts';
import { faceSpecimens } from './face-specimens.ts';
import { educationReportSpecimens } from './education-report-specimens.ts';
import { emergencySpecimens } from './emergency-specimens.ts';
import { fleetSpecimens } from './fleet-specimens.ts';
import { inspectionSpecimens } from './inspection-specimens.ts';
import { learningSpecimens } from './learning-specimens.ts';
import { orderSpecimens } from './order-specimens.ts';
import { reportSpecimens } from './report-specimens.ts';
import { savedViewSpecimens } from './saved-view-specimens.ts';
import { scoreSpecimens } from './score-specimens.ts';
import { settingSpecimens } from './setting-specimens.ts';
import { shopSpecimens } from './shop-specimens.ts';
import { staffSpecimens } from './staff-specimens.ts';
import { topicSpecimens } from './topic-specimens.ts';
import { uploadSpecimens } from './upload-specimens.ts';
import { warningSpecimens } from './warning-specimens.ts';
import { wxSpecimens } from './wx-specimens.ts';

/** Specimens of the modules that have a manifest. */
export const moduleSpecimens = {
  ...archiveSpecimens,
  ...classSessionSpecimens,
  ...contentSpecimens,
  ...dangerSpecimens,
  ...educationReportSpecimens,
  ...faceSpecimens,
  ...emergencySpecimens,
  ...fleetSpecimens,
  ...inspectionSpecimens,
  ...learningSpecimens,
  ...orderSpecimens,
  ...reportSpecimens,
  ...savedViewSpecimens,
  ...scoreSpecimens,
  ...settingSpecimens,
  ...shopSpecimens,
  ...staffSpecimens,
  ...topicSpecimens,
  ...uploadSpecimens,
  ...warningSpecimens,
  ...wxSpecimens,
};
