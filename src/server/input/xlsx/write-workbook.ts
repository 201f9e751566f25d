import { setImmediate } from 'node:timers/promises'
import { xmlText } from '../xml-text.ts'
import { toZip } from './zip.ts'

export type XlsxCell = string | number | null

export interface XlsxSheet {
  /** At most 31 characters, none of them one of `[]:*?/\`. */
  name: string
  /** Widths of the columns in characters. */
  widths: readonly number[]
  /** The first row is the heading. */
  rows: readonly (readonly XlsxCell[])[]
}

const begin = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Numbers of the styles: a text, a heading, and whole NT$ with separators of thousands. */
const styles = { text: 0, heading: 1, amount: 2 } as const

/**
 * A workbook (.xlsx) of plain sheets. Texts stay texts whatever they look like, so that no number of
 * an order loses its zeros and nothing is read as a formula.
 */
export async function toWorkbook(sheets: readonly XlsxSheet[]): Promise<Buffer> {
  const numbers = sheets.map((_, index) => index + 1)
  const parts: [name: string, xml: string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${numbers
        .map(
          (n) =>
            `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships ${packageRelations}><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook ${main} xmlns:r="${relations}"><sheets>${sheets
        .map(
          ({ name }, index) =>
            `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships ${packageRelations}>${numbers
        .map(
          (n) =>
            `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styleSheet],
  ]
  for (const [index, sheet] of sheets.entries()) {
    parts.push([`xl/worksheets/sheet${index + 1}.xml`, await toSheet(sheet)])
  }
  return toZip(parts.map(([name, xml]) => ({ name, bytes: Buffer.from(begin + xml) })))
}

const styleSheet = `<styleSheet ${main}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const rowsAtOnce = 1_000

/** Others are answered between some rows and the next. */
async function toSheet({ widths, rows }: XlsxSheet): Promise<string> {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const body: string[] = []
  for (const [index, cells] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    const texts = cells.map((cell, column) =>
      toCell(cell, `${columnName(column)}${index + 1}`, index === 0),
    )
    body.push(`<row r="${index + 1}">${texts.join('')}</row>`)
  }
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return `<worksheet ${main}>${frozen}${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>${body.join('')}</sheetData></worksheet>`
}

function toCell(cell: XlsxCell, reference: string, isHeading: boolean): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${reference}" s="${styles.amount}"><v>${cell}</v></c>`
  const style = isHeading ? styles.heading : styles.text
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
}

/** `A` for 0, `AA` for 26. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
