import { field, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';
import { externalAddressMax, frameHostInput } from '../../domain/external-frame.ts';

/** The form that allows an external site (外部网站). */
export const frameHostForm = resource('frameHost', {
  label: '外部网站',
  counter: '个',
  title: 'name',
  class: 'tenant',
  permits: 'sys:frame',
  fields: {
    host: field<string>(
      { kind: 'text', label: '域名', max: externalAddressMax, required: true },
      frameHostInput.shape.host,
    ).example('如 gis.example.gov.cn，可直接粘贴网址'),
    name: text(30, '名称').required().example('如 地理信息平台'),
  },
});
