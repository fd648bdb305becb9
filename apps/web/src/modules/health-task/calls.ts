export { healthRecordCalls } from '@anlan/contract/modules/health-task/calls';
