import { id } from '../../domain/fields.ts';
import { boolean, code, day, files, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';

export const drill = resource('drill', {
  label: '应急演练',
  counter: '次',
  title: 'title',
  subtitle: 'place',
  class: 'enterprise',
  permits: 'bus:drill',
  order: '-plannedOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择所属企业').immutable().filter(),
    form: code('drillForm', '演练形式').required().filter('many'),
    title: text(60, '名称').required().search('pinyin').example('如 仓库火灾疏散演练'),
    planId: ref('emergencyPlan', '演练的预案').required().immutable(),
    plannedOn: day('计划日期').required().sortable().filter('range'),
    place: text(100, '地点').required(),
    leader: text(30, '总指挥').required(),
    scenario: prose(1000, '演练情景').required(),
    heldOn: day('演练日期').serverSet().sortable().filter('range'),
    people: integer('参加人数', { unit: '人' }).serverSet(),
    summary: prose(2000, '演练过程').serverSet(),
    evaluation: prose(500, '评估结论').serverSet(),
    improvement: prose(500, '改进措施').serverSet(),
    missed: boolean('逾期未演练').computed(),
    status: oneOf(['planned', 'held', 'evaluated', 'cancelled'], '状态')
      .serverSet()
      .default('planned')
      .dictionary('drillStatus')
      .filter('many'),
  },
  filters: {
    id,
  },
  states: {
    field: 'status',
    moves: {
      hold: {
        from: ['planned'],
        to: 'held',
        label: '登记演练',
        ask: {
          heldOn: day('演练日期').required(),
          people: integer('参加人数', { unit: '人', min: 1, max: 100_000 }).required(),
          summary: prose(2000, '演练过程').required(),
          files: files('影像资料', { purpose: 'evidence', most: 9 }),
        },
      },
      evaluate: {
        from: ['held'],
        to: 'evaluated',
        label: '评估',
        ask: {
          evaluation: prose(500, '评估结论').required(),
          improvement: prose(500, '改进措施').required(),
        },
      },
      cancel: {
        from: ['planned'],
        to: 'cancelled',
        label: '取消',
        ask: { reason: prose(300, '取消原因').required() },
      },
    },
  },
});
