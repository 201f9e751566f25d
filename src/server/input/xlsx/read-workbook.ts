import { CsvError, type CsvRow } from '../csv.ts'
import { looksLikeValue } from '../spreadsheet-values.ts'
import { isDateFormat, toDateText } from './dates.ts'
import { readXml } from './xml.ts'
import { openZip, ZipError, type ZipReader } from './zip.ts'

export interface Sheet {
  name: string
  /** Rows with a text in them. */
  rows: CsvRow[]
}

interface WorkbookTask {
  maxColumns: number
  /** Of all sheets together and a little more, above which the reading ends. */
  maxRows: number
  /** Texts that look like a number or a day stand behind an apostrophe, as in a CSV file of ours. */
  guardsTexts: boolean
}

/** Of all parts of a workbook together, unpacked. */
const maxBytes = 64 * 1024 * 1024
const maxSheets = 30
/** Cells of a file with as many rows and columns as an import takes name fewer. */
const maxTexts = 1_000_000
const excelColumns = 16_384
const excelRows = 1_048_576

/** How a workbook (.xlsx) begins, as every ZIP archive does. */
export const isZip = (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'

/** The visible sheets of a workbook, values alone. Throws ZipError, and CsvError for a row. */
export async function readWorkbook(bytes: Buffer, task: WorkbookTask): Promise<Sheet[]> {
  const zip = openZip(bytes, { maxBytes })
  const { sheets, is1904 } = await readSheetList(zip)
  const texts = await readSharedStrings(zip)
  const areDates = await readDateStyles(zip)
  const read: Sheet[] = []
  for (const { name, path } of sheets.slice(0, maxSheets)) {
    const part = await zip.read(path)
    if (!part) throw new ZipError('檔案已損壞')
    const kept = read.reduce((sum, { rows }) => sum + rows.length, 0)
    // A heading of each sheet is no row of data.
    const maxRows = Math.max(0, task.maxRows + maxSheets - kept)
    read.push({ name, rows: await readSheet(part, { ...task, maxRows, texts, areDates, is1904 }) })
  }
  return read
}

async function readSheetList(zip: ZipReader) {
  const book = await zip.read('xl/workbook.xml')
  const links = await zip.read('xl/_rels/workbook.xml.rels')
  if (!book || !links) throw new ZipError('不是 Excel 檔案')
  const targets = new Map<string, string>()
  await readXml(links, {
    open(name, { Id: id = '', Target: target = '' }) {
      if (name === 'Relationship') targets.set(id, target)
    },
  })
  const sheets: { name: string; path: string }[] = []
  let is1904 = false
  await readXml(book, {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      const { name = '', state = 'visible' } = attributes
      if (element !== 'sheet' || state !== 'visible') return
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1]
      const target = targets.get(id ?? '')
      if (!target || target.includes('chartsheets')) return
      sheets.push({ name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` })
    },
  })
  return { sheets, is1904 }
}

/** Texts that the cells name by their number; how they are read aloud is left out. */
async function readSharedStrings(zip: ZipReader): Promise<string[]> {
  const texts: string[] = []
  const part = await zip.read('xl/sharedStrings.xml')
  if (!part) return texts
  const rich = richText()
  await readXml(part, {
    ...rich,
    close(name) {
      rich.close(name)
      if (name === 'si') texts.push(rich.take())
      if (texts.length > maxTexts) throw new ZipError('檔案解壓縮後過大')
    },
  })
  return texts
}

/** Collects the text of `t` elements, in runs or alone. */
function richText() {
  let text = ''
  let isText = false
  let isPhonetic = false
  return {
    open(name: string) {
      if (name === 'rPh') isPhonetic = true
      if (name === 't') isText = true
    },
    text(part: string) {
      if (isText && !isPhonetic) text += part
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
    take() {
      const taken = text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
      text = ''
      // Half of a pair is a text that nobody can store.
      return taken.toWellFormed()
    },
  }
}

/** Which styles of cells show their number as a day or a time. */
async function readDateStyles(zip: ZipReader): Promise<boolean[]> {
  const areDates: boolean[] = []
  const part = await zip.read('xl/styles.xml')
  if (!part) return areDates
  const codes = new Map<string, string>()
  let isCells = false
  await readXml(part, {
    open(name, { numFmtId: id = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(id, formatCode)
      if (name === 'cellXfs') isCells = true
      if (name === 'xf' && isCells) areDates.push(isDateFormat(Number(id), codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
  })
  return areDates
}

interface SheetTask extends WorkbookTask {
  texts: readonly string[]
  areDates: readonly boolean[]
  is1904: boolean
}

async function readSheet(part: Buffer, task: SheetTask): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  const inline = richText()
  let [line, last] = [0, 0]
  let cells: string[] = []
  let column = 0
  let cell: { type: string; style: number } = { type: '', style: 0 }
  let value = ''
  let isValue = false
  await readXml(part, {
    open(name, attributes) {
      inline.open(name)
      if (name === 'row') {
        line = rowOf(attributes.r) ?? line + 1
        // Each row once, in order, as every program writes them.
        if (line <= last || line > excelRows) throw new ZipError('檔案已損壞')
        last = line
        cells = []
        column = 0
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) }
        value = ''
      } else if (name === 'v') isValue = true
    },
    text(text) {
      inline.text(text)
      if (isValue) value += text
    },
    close(name) {
      inline.close(name)
      if (name === 'v') isValue = false
      if (name === 'c') {
        const text = toText(cell, cell.type === 'inlineStr' ? inline.take() : value, task)
        inline.take()
        if (text === '') return
        if (column > task.maxColumns) throw new CsvError(line, '欄位過多')
        if (text.includes('\0')) throw new CsvError(line, '含有無法讀取的字元')
        while (cells.length < column - 1) cells.push('')
        cells[column - 1] = text
      }
      if (name === 'row' && cells.some((text) => text.trim() !== '')) {
        // One more than allowed says that there are too many.
        if (rows.length <= task.maxRows) rows.push({ line, cells })
      }
    },
  })
  return rows
}

const rowOf = (number = '') => (/^\d+$/.test(number) ? Number(number) : undefined)

/** The column of a reference such as `AB12`, from 1 on. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return Math.min(column, excelColumns)
}

function toText(
  { type, style }: { type: string; style: number },
  value: string,
  { texts, areDates, is1904, guardsTexts }: SheetTask,
): string {
  switch (type) {
    case 's':
      return guard(texts[Number(value)] ?? '', guardsTexts)
    case 'str':
    case 'inlineStr':
      return guard(value, guardsTexts)
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'd':
      return value.replace('T', ' ')
    case 'e':
      return value
    default:
      return areDates[style] ? toDateText(Number(value), is1904) : numberText(value)
  }
}

/** A text in a workbook is a text, whatever it looks like. */
function guard(text: string, guardsTexts: boolean): string {
  return guardsTexts && (text.startsWith("'") || looksLikeValue(text)) ? `'${text}` : text
}

/** All digits of a number, such as a barcode, which a file may write as `4.710012345678E12`. */
function numberText(value: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)))
}
