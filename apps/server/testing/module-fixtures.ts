// Valid inputs for the modules with a manifest.
import { archiveFixtures } from './archive-fixtures.ts';
import { classSessionFixtures } from './class-session-fixtures.ts';
import { contentFixtures } from './content-fixtures.ts';
import { dangerFixtures } from './danger-fixtures.ts';
import { faceFixtures } from './face-fixtures.ts';
import { educationReportFixtures } from './education-report-fixtures.ts';
import { emergencyFixtures } from './emergency-fixtures.ts';
import { fleetFixtures } from './fleet-fixtures.ts';
import { inspectionFixtures } from './inspection-fixtures.ts';
import { learningFixtures } from './learning-fixtures.ts';
import { orderFixtures } from './order-fixtures.ts';
import { reportFixtures } from './report-fixtures.ts';
import { savedViewFixtures } from './saved-view-fixtures.ts';
import { scoreFixtures } from './score-fixtures.ts';
import { settingFixtures } from './setting-fixtures.ts';
import { shopFixtures } from './shop-fixtures.ts';
import { staffFixtures } from './staff-fixtures.ts';
import { topicFixtures } from './topic-fixtures.ts';
import { uploadFixtures } from './upload-fixtures.ts';
import { warningFixtures } from './warning-fixtures.ts';
import { wxFixtures } from './wx-fixtures.ts';

export const moduleFixtures = {
  ...archiveFixtures,
  ...classSessionFixtures,
  ...contentFixtures,
  ...dangerFixtures,
  ...educationReportFixtures,
  ...faceFixtures,
  ...emergencyFixtures,
  ...fleetFixtures,
  ...inspectionFixtures,
  ...learningFixtures,
  ...orderFixtures,
  ...reportFixtures,
  ...savedViewFixtures,
  ...scoreFixtures,
  ...settingFixtures,
  ...shopFixtures,
  ...staffFixtures,
  ...topicFixtures,
  ...uploadFixtures,
  ...warningFixtures,
  ...wxFixtures,
};
