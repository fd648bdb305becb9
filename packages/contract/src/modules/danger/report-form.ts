import { boolean, choice, code, day, files, prose, ref, text } from '../../kit/field.ts';
import { danger } from './resource.ts';

const photos = (label: string) => files(label, { purpose: 'photo', least: 1, most: 9 }).required();

/** The form that reports a danger: short labels for a phone, and what was done if the danger was fixed at once. */
export const dangerReport = {
  ...danger,
  name: 'danger-report',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择企业').example('选择企业'),
    photosBefore: photos('隐患照片'),
    title: text(60, '隐患名称').required().example('或直接写一句，如 配电箱门缺失'),
    category: code('hiddenDangerCategory', '隐患类别').required().example('隐患类别'),
    place: text(100, '地点').required().example('如 冲压车间北墙'),
    vehicleId: ref('vehicle', '车辆').when('category', ['vehicle']).example('选择车辆'),
    level: choice({ general: '一般隐患', major: '重大隐患' }, '等级').default('general'),
    majorCriterion: text(32, '判定标准').when('level', ['major']),
    majorBasis: prose(500, '判定依据').when('level', ['major']).example('没有对应条款时填写'),
    interimMeasures: prose(500, '防范措施')
      .required()
      .when('level', ['major'])
      .example('整改前怎样保证安全，如停用、隔离、专人看护'),
    dutyPersonId: ref('employee', '交给'),
    deadlineOn: day('期限').required(),
    source: code('hiddenDangerSource', '来源').required(),
    description: prose(1000, '补充').example('选填'),
    repeatCause: prose(300, '反复出现的原因').required(),
    fixed: boolean('已当场改好').default(false).when('level', ['general']).help('补一张改后照片'),
    photosAfter: photos('改后照片').when('fixed', [true]),
    measures: prose(1000, '整改措施').required().when('fixed', [true]),
  },
};
