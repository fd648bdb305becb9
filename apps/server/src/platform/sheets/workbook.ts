// Creates the parts of an .xlsx file. Does not use the library: it sets no quote prefix (S59), and its streamed
// sheets have no styled headings or drop-down lists.
import { xmlText } from './xml.ts';

/** Kind of a column. A `text` cell is always text, also when it looks like a number or a formula. */
export type ColumnKind = 'text' | 'integer' | 'decimal' | 'day' | 'instant';

export interface SheetColumn {
  heading: string;
  kind: ColumnKind;
  width: number;
  required?: boolean;
  hint?: string;
  /**
   * Drop-down list of the column. With `severe` Excel refuses other values. Otherwise Excel only warns, for cells
   * that hold several values.
   */
  choices?: { range: string; severe: boolean };
}

const style = { text: 1, integer: 2, decimal: 3, day: 4, instant: 5, heading: 6, required: 7, note: 8 } as const;
export const styles: Readonly<Record<ColumnKind | 'heading' | 'required' | 'note', number>> = style;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const format = (numFmt: number, font: number, fill: number, border: number, more = '', inner = '') =>
  `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${more}${inner === '' ? '/>' : ` applyAlignment="1">${inner}</xf>`}`;
const font = (more: string, color: string) =>
  `<font>${more}<sz val="11"/><color rgb="FF${color}"/><name val="等线"/><family val="2"/></font>`;
const line = '<border><left/><right/><top/><bottom style="thin"><color rgb="FFB8C4D0"/></bottom><diagonal/></border>';
const middle = '<alignment vertical="center"/>';

/**
 * Styles of the workbook. Text cells have the format Text and the quote prefix, so that a user who edits them never
 * creates a formula.
 */
export const stylesPart =
  `${head}<styleSheet xmlns="${main}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  `<fonts count="4">${font('', '1F2937')}${font('<b/>', '1F2937')}${font('<b/>', 'B42318')}${font('', '667085')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEAF2FB"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>${line}</borders>` +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="9">${format(0, 0, 0, 0)}${format(49, 0, 0, 0, ' quotePrefix="1"')}${format(1, 0, 0, 0)}${format(0, 0, 0, 0)}` +
  `${format(164, 0, 0, 0)}${format(165, 0, 0, 0)}${format(49, 1, 2, 1, ' quotePrefix="1"', middle)}` +
  `${format(49, 2, 2, 1, ' quotePrefix="1"', middle)}${format(49, 3, 0, 0, ' quotePrefix="1"', middle)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

export const workbookPart = (names: readonly string[]) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
    .map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`;

const relationship = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;
const relationships = (...inner: string[]) =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner.join('')}</Relationships>`;

export const rootRelations = relationships(relationship(1, 'officeDocument', 'xl/workbook.xml'));
export const workbookRelations = (sheets: number) =>
  relationships(
    ...Array.from({ length: sheets }, (_, index) =>
      relationship(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
    ),
    relationship(sheets + 1, 'styles', 'styles.xml'),
  );

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
export const contentTypes = (sheets: number) =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
  `${Array.from({ length: sheets }, (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`;

export function sheetOpening(columns: readonly SheetColumn[], frozenRows: number): string {
  const pane =
    frozenRows === 0
      ? ''
      : `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A${frozenRows + 1}" sqref="A${frozenRows + 1}"/>`;
  const widths = columns
    .map(
      ({ kind, width }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style[kind]}" customWidth="1"/>`,
    )
    .join('');
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="16"/><cols>${widths}</cols><sheetData>`;
}

export function sheetEnding(columns: readonly SheetColumn[], firstRow: number, lastRow: number): string {
  const rules = columns.flatMap(({ heading, hint, choices }, index) => {
    if (hint === undefined && choices === undefined) return [];
    const place = `${columnName(index)}${firstRow}:${columnName(index)}${lastRow}`;
    const refusal = choices?.severe ? '' : ' errorStyle="warning"';
    const shown =
      hint === undefined
        ? ''
        : ` showInputMessage="1" promptTitle="${xmlText(heading.slice(0, 32))}" prompt="${xmlText(hint.slice(0, 255))}"`;
    const list =
      choices === undefined
        ? ''
        : ` type="list" showErrorMessage="1"${refusal} errorTitle="${xmlText(heading.slice(0, 32))}" error="请从下拉列表中选择"`;
    const source = choices === undefined ? '' : `<formula1>${xmlText(choices.range)}</formula1>`;
    return [`<dataValidation${list} allowBlank="1"${shown} sqref="${place}">${source}</dataValidation>`];
  });
  const validations =
    rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
  return `</sheetData>${validations}</worksheet>`;
}

export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
