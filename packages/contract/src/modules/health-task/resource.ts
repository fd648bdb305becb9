import { code, codes, day, files, instant, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

export const healthTask = resource('healthTask', {
  label: '健康检测任务',
  counter: '项',
  title: 'title',
  class: 'enterprise',
  permits: 'bus:nucleintask',
  order: '-endOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    title: text(60, '任务名称').required().search('pinyin'),
    kind: code('healthTaskKind', '检测类型').short('类型').required().filter('many'),
    department: text(60, '部门范围').help('不填为全部部门'),
    posts: codes('postKind', '岗位范围').default([]).help('不选为全部岗位'),
    startOn: day('开始日期').required(),
    endOn: day('截止日期').required().sortable().filter('range'),
    everyDays: integer('检测周期', { unit: '天', min: 1, max: 366 }).help('不填时只检测一次'),
    remark: prose(300, '要求'),
    rounds: integer('已开始的轮次').default(0).serverSet(),
    expected: integer('应检', { unit: '人次' }).computed(),
    done: integer('已检', { unit: '人次' }).computed(),
    abnormal: integer('异常', { unit: '人次' }).computed(),
    exempted: integer('免检', { unit: '人次' }).computed(),
    overdue: integer('逾期', { unit: '人次' }).computed(),
  },
});
export type HealthTask = Row<typeof healthTask>;

export const healthRecord = resource('healthRecord', {
  label: '检测记录',
  counter: '条',
  title: 'holderName',
  class: 'enterprise',
  permits: 'bus:nucleinrecord',
  order: 'dueOn',
  removal: 'hard',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    taskId: ref('healthTask', '任务').required().immutable().filter(),
    employeeId: ref('employee', '人员').required().immutable().filter(),
    holderName: text(30, '姓名').required().serverSet().search('pinyin'),
    department: text(60, '部门').serverSet().filter(),
    round: integer('轮次').default(1).serverSet(),
    dueOn: day('截止日期').required().serverSet().sortable().filter('range'),
    sampledAt: instant('检测时间').serverSet(),
    org: text(60, '检测机构').serverSet(),
    image: files('凭证', { purpose: 'evidence', most: 3 }).default([]).serverSet(),
    note: prose(300, '说明'),
    result: oneOf(['pending', 'normal', 'abnormal', 'exempted'], '检测结果')
      .short('结果')
      .default('pending')
      .dictionary('healthResult')
      .serverSet()
      .filter('many'),
  },
  states: {
    field: 'result',
    moves: {
      pass: {
        from: ['pending', 'abnormal', 'exempted'],
        to: 'normal',
        label: '登记正常',
        ask: {
          sampledAt: instant('检测时间').required(),
          org: text(60, '检测机构'),
          image: files('凭证', { purpose: 'evidence', most: 3 }),
        },
      },
      fail: {
        from: ['pending', 'normal', 'exempted'],
        to: 'abnormal',
        label: '登记异常',
        ask: {
          sampledAt: instant('检测时间').required(),
          org: text(60, '检测机构'),
          image: files('凭证', { purpose: 'evidence', most: 3 }),
          reason: prose(300, '处置说明').required(),
        },
      },
      exempt: {
        from: ['pending'],
        to: 'exempted',
        label: '免检',
        ask: { reason: prose(300, '免检原因').required() },
      },
    },
  },
});
export type HealthRecord = Row<typeof healthRecord>;
