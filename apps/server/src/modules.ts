// The server's modules in the order in which they are opened: a module leans only on those before it.
import type { ServerModule } from '#kit/module.ts';
import { accessModule } from '#modules/access/index.ts';
import { auditLogModule } from '#modules/audit-log/index.ts';
import { dictionaryAdminModule } from '#modules/dictionary-admin/index.ts';
import { dictionaryModule } from '#modules/dictionary/index.ts';
import { enterpriseModule } from '#modules/enterprise/index.ts';
import { fileModule } from '#modules/file/index.ts';
import { jobModule } from '#modules/job/index.ts';
import { noticeModule, todoModule } from '#modules/notice/index.ts';
import { ownDataModule } from '#modules/own-data/index.ts';
import { riskModule } from '#modules/risk/index.ts';
import { sessionModule } from '#modules/session/index.ts';
import { tenantModule } from '#modules/tenant/index.ts';
import { userModule } from '#modules/user/index.ts';
import { alarmModule, auditModule } from '#modules/audit/index.ts';
import { tenantAdminModule } from '#modules/tenant-admin/index.ts';
import { userAdminModule } from '#modules/user-admin/index.ts';
import { smsModule } from '#modules/sms/index.ts';
import { archiveModule, archiveWaiverModule } from '#modules/archive/index.ts';
import { calendarModule, workdaysModule } from '#modules/calendar/index.ts';
import { checklistModule } from '#modules/checklist/index.ts';
import { classSessionModule } from '#modules/class-session/index.ts';
import { educationReportModule } from '#modules/education-report/index.ts';
import { companyModule } from '#modules/company/index.ts';
import { agreementsModule, contentModule } from '#modules/content/index.ts';
import { courseModule } from '#modules/course/index.ts';
import { dangerModule } from '#modules/danger/index.ts';
import { deliveryModule } from '#modules/delivery/index.ts';
import { enforcementModule } from '#modules/enforcement/index.ts';
import { homeModule } from '#modules/home/index.ts';
import { inspectionModule } from '#modules/inspection/index.ts';
import { inspectionPlanModule } from '#modules/inspection-plan/index.ts';
import { learningModule, learningTaskModule, trainingPlanModule } from '#modules/learning/index.ts';
import { membershipModule } from '#modules/membership/index.ts';
import { orderModule } from '#modules/order/index.ts';
import { planModule } from '#modules/plan/index.ts';
import { questionModule } from '#modules/question/index.ts';
import { reportModule } from '#modules/report/index.ts';
import { riskCheckModule } from '#modules/risk-check/index.ts';
import { riskPlanModule, riskPointModule } from '#modules/risk-point/index.ts';
import { safetyCostModule, safetyCostYearModule } from '#modules/safety-cost/index.ts';
import { scoreModule } from '#modules/score/index.ts';
import { impactAssessmentModule } from '#modules/impact-assessment/index.ts';
import { settingModule } from '#modules/setting/index.ts';
import { goodsModule } from '#modules/goods/index.ts';
import { pageDesignModule } from '#modules/page-design/index.ts';
import { shopModule } from '#modules/shop/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { staffReportModule } from '#modules/staff-report/index.ts';
import { stationModule } from '#modules/station/index.ts';
import { accidentModule } from '#modules/accident/index.ts';
import { drillModule } from '#modules/drill/index.ts';
import { emergencyPlanModule } from '#modules/emergency-plan/index.ts';
import { savedViewModule } from '#modules/saved-view/index.ts';
import { uploadModule } from '#modules/upload/index.ts';
import { topicModule } from '#modules/topic/index.ts';
import { warningModule } from '#modules/warning/index.ts';
import { wxAccountModule } from '#modules/wx-account/index.ts';
import { wxFollowerModule } from '#modules/wx-follower/index.ts';
import { wxMaterialModule } from '#modules/wx-material/index.ts';
import { wxMenuModule } from '#modules/wx-menu/index.ts';
import { wxMessageModule } from '#modules/wx-message/index.ts';
import { wxStatModule } from '#modules/wx-stat/index.ts';
import { wxAutoReplyModule, wxQuickReplyModule } from '#modules/wx-reply/index.ts';
import { certificateModule } from '#modules/certificate/index.ts';
import { vehicleModule } from '#modules/vehicle/index.ts';
import { equipmentModule } from '#modules/equipment/index.ts';
import { hazardSourceModule } from '#modules/hazard-source/index.ts';
import { shiftModule } from '#modules/shift/index.ts';
import { healthRecordModule, healthTaskModule } from '#modules/health-task/index.ts';
import { vehicleDayModule } from '#modules/vehicle-day/index.ts';
import { vehicleAlarmModule } from '#modules/vehicle-alarm/index.ts';
import { phoneReportModule } from '#modules/phone-report/index.ts';
import { officerModule } from '#modules/officer/index.ts';

/** Every module of the server. */
export const modules: readonly ServerModule[] = [
  tenantModule,
  auditModule,
  alarmModule,
  dictionaryModule,
  fileModule,
  jobModule,
  workdaysModule,
  agreementsModule,
  smsModule,
  userModule,
  accessModule,
  enterpriseModule,
  sessionModule,
  settingModule,
  calendarModule,
  impactAssessmentModule,
  contentModule,
  stationModule,
  staffModule,
  certificateModule,
  vehicleModule,
  equipmentModule,
  hazardSourceModule,
  shiftModule,
  healthTaskModule,
  healthRecordModule,
  vehicleDayModule,
  vehicleAlarmModule,
  riskModule,
  dangerModule,
  staffReportModule,
  checklistModule,
  riskPlanModule,
  riskPointModule,
  officerModule,
  enforcementModule,
  inspectionModule,
  inspectionPlanModule,
  riskCheckModule,
  emergencyPlanModule,
  drillModule,
  deliveryModule,
  warningModule,
  noticeModule,
  uploadModule,
  savedViewModule,
  courseModule,
  questionModule,
  trainingPlanModule,
  learningTaskModule,
  learningModule,
  classSessionModule,
  educationReportModule,
  phoneReportModule,
  accidentModule,
  safetyCostYearModule,
  safetyCostModule,
  reportModule,
  archiveWaiverModule,
  archiveModule,
  topicModule,
  membershipModule,
  companyModule,
  planModule,
  orderModule,
  shopModule,
  goodsModule,
  wxAccountModule,
  wxFollowerModule,
  wxMaterialModule,
  wxMenuModule,
  wxAutoReplyModule,
  wxQuickReplyModule,
  wxMessageModule,
  wxStatModule,
  pageDesignModule,
  scoreModule,
  homeModule,
  // What tells of all resources, or keeps rows of the modules below.
  todoModule,
  tenantAdminModule,
  dictionaryAdminModule,
  userAdminModule,
  ownDataModule,
  auditLogModule,
];
