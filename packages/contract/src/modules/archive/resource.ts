import { id } from '../../domain/fields.ts';
import { day, files, instant, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';
import { catalogue } from './catalogue.ts';

const identityMap = (codes: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(codes.map((code) => [code, code]));
const categories = identityMap(catalogue.map(({ code }) => code));
const items = identityMap(catalogue.flatMap((one) => one.items.map(({ code }) => code)));

/** A document of an archive (档案资料): the version in force. Former versions are stored separately. */
export const archiveDocument = resource('document', {
  label: '档案资料',
  counter: '份',
  title: 'name',
  subtitle: 'no',
  class: 'enterprise',
  permits: 'bus:archives',
  order: '-issuedOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    item: oneOf(items, '资料项').required().dictionary('dossierItem').immutable().filter('many'),
    category: oneOf(categories, '档案类别')
      .short('类别')
      .required()
      .serverSet()
      .dictionary('dossierCategory')
      .filter('many'),
    name: text(100, '资料名称').required().search('pinyin'),
    no: text(60, '文号'),
    issuedOn: day('形成日期').required().sortable(),
    validTo: day('有效期至').sortable().filter('range').help('不填为长期有效').head('expires'),
    keepUntil: day('保管期至').help('超过保管期可以销毁；与有效期无关，不填为永久保管'),
    files: files('附件', { purpose: 'evidence', least: 1, most: 20 }).required(),
    edition: integer('版本').serverSet().default(1),
    reason: prose(300, '作废原因').serverSet(),
    status: oneOf(['effective', 'withdrawn'], '资料状态')
      .short('状态')
      .default('effective')
      .dictionary('dossierStatus')
      .serverSet()
      .filter('many'),
    leftDays: integer('剩余天数').computed(),
  },
  filters: {
    id,
  },
  states: {
    field: 'status',
    moves: {
      renew: {
        from: ['effective'],
        label: '新版本',
        ask: {
          name: text(100, '资料名称').required(),
          no: text(60, '文号'),
          issuedOn: day('形成日期').required(),
          validTo: day('有效期至').help('不填为长期有效'),
          paper: files('附件', { purpose: 'evidence', least: 1, most: 20 }).required(),
        },
      },
      withdraw: {
        from: ['effective'],
        to: 'withdrawn',
        label: '作废',
        danger: true,
        ask: { reason: prose(300, '作废原因').required() },
      },
    },
  },
});

/** Statement why an item does not apply to an enterprise (不适用说明). A regulator may refuse it. */
export const archiveWaiver = resource('archiveWaiver', {
  label: '不适用说明',
  counter: '项',
  title: 'itemName',
  class: 'enterprise',
  permits: 'bus:archivewaiver',
  order: '-updatedAt',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    status: oneOf(['claimed', 'accepted', 'rejected'], '状态')
      .default('claimed')
      .dictionary('waiverStatus')
      .serverSet()
      .filter('many'),
    item: oneOf(items, '资料项').required().dictionary('dossierItem').immutable().filter('many'),
    itemName: text(60, '资料名称').required().serverSet().search('pinyin'),
    reason: prose(300, '不适用的原因').required(),
    opinion: prose(300, '监管意见').serverSet(),
    reviewer: text(30, '处理人').serverSet(),
    reviewedAt: instant('处理时间').serverSet(),
  },
  states: {
    field: 'status',
    moves: {
      accept: {
        from: ['claimed'],
        to: 'accepted',
        label: '确认不适用',
        permit: 'audit',
        ask: { opinion: prose(300, '监管意见') },
      },
      reject: {
        from: ['claimed', 'accepted'],
        to: 'rejected',
        label: '不予认可',
        permit: 'audit',
        danger: true,
        ask: { opinion: prose(300, '理由').required() },
      },
    },
  },
});
