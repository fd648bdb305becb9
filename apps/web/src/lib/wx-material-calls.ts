import { wxMaterialCalls, type WxMaterial } from '@anlan/contract/modules/wx-material/calls';
import type { WxPublication } from '@anlan/contract/modules/wx-material/publication';
import { api } from './api.ts';

export type { WxMaterial, WxPublication };

export const wxMaterials = api(wxMaterialCalls);
