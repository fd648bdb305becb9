/** Converts a typed vehicle plate to the stored form: half-width, capital letters, without spaces, dots and hyphens. */
export const normalisePlate = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s·•・‧∙.。\-—]/g, '')
    .toUpperCase();

/** A text that may be the beginning of a normalised plate. */
export const plateStart = /^[\p{Script=Han}A-Z0-9]{1,8}$/u;

// Province, city, and a serial without I and O (GA 36). The last character may name a kind of vehicle.
const province = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
const forms = [
  // Cars, trailers, learner cars, police, and cars that cross to Hong Kong and Macao.
  /^.[A-Z][A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳领试超]$/,
  // New energy: a letter for the energy before five digits of a small car, or after those of a large one.
  /^.[A-Z](?:[A-HJK][A-HJ-NP-Z0-9][0-9]{4}|[0-9]{5}[A-HJK])$/,
  // Emergency rescue.
  /^.[XS][0-9]{4}应急$/,
  // Tractors and other farm machines.
  /^.[0-9]{2}[A-Z0-9]{5}$/,
];
// Embassies, and the armed police.
const withoutProvince =
  /^(?:使[0-9]{6}|WJ[0-9京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][0-9A-Z]{4,5})$/;

/** Returns the problem of a normalised plate, or null if it has a form that the law knows. */
export function plateProblem(plate: string): string | null {
  if (plate === '') return '车牌号不能为空';
  if (withoutProvince.test(plate)) return null;
  if (!province.includes(plate.charAt(0))) return '车牌号以省份简称开头，如 浙A12345';
  return forms.some((form) => form.test(plate)) ? null : '车牌号格式不正确，如 浙A12345、浙AD12345、浙A1234挂';
}

/** Converts a typed vehicle identification number to the stored form. */
export const normaliseVin = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();

/** Returns the problem of a normalised vehicle identification number, or null. */
export const vinProblem = (vin: string): string | null =>
  /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? null : '车架号为 17 位字母和数字，不含 I、O、Q';
