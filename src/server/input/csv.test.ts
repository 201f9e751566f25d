import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlainCell, toCsv } from '../http/csv.ts'
import { encodeBig5 } from '../testing/big5.ts'
import { parseCsv } from '../testing/parse-csv.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { CsvError, detectDelimiter, readCsvRows } from './csv.ts'
import {
  CellError,
  readCodeCell,
  readDayCell,
  readFlagCell,
  readNumberCell,
  refuseLostCharacters,
  unguardCell,
} from './csv-cells.ts'
import { decodeCsv, isNoText } from './csv-encoding.ts'

const limits = { maxColumns: 100 }
const readRows = (text: string) => Array.fromAsync(readCsvRows(text, limits))

/** Text that PostgreSQL stores, biased towards text that spreadsheets spoil. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'=+-@\'",;\t\r\n ＝＋－＠0159是,NT$#'.split('')) }),
    fc.constantFrom(
      '=1+1',
      "'",
      "''",
      '-Oabc',
      '0912345678',
      '123456789012',
      '\uFEFF',
      ' x ',
      '#NAME?',
    ),
  )
  .filter((text) => !text.includes('\0') && text.isWellFormed())

describe('text cells', () => {
  it('guard what a spreadsheet would read as a formula or another value, and nothing else (CSV-03, MEND-73)', () => {
    const guarded = [
      ...['=1+1', '+886', '-Oabc_1', '@x', "'x", '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'],
      ...[' =1', '\uFEFF=1', '0', '0912345678', '123456789012', '00', '12', '1.5', '1,280', '１２'],
      ...[
        'MAY20',
        'may 20',
        '20-May',
        'Sept 2026',
        '5月20日',
        '2026年5月',
        '1-2',
        '09-12',
        '2026/5/20',
      ],
      ...['10:30', '3 PM', '3 p', '下午 3:00', '8時', '50%', '1/2', '(5)', '5-', '1E5', '1.e+5'],
      ...['TRUE', ' false', 'NT$5', '$1,280', '02-8765-4321'],
    ]
    for (const text of guarded) {
      const csv = toCsv([['x', text]])
      expect([text, parseCsv(csv)]).toEqual([text, [['x', `'${text}`]]])
    }
    const plain = [
      'a=1',
      '',
      '米',
      '0x',
      '1234567890123a',
      'M12',
      '12 片',
      'MAY',
      'Mayday 20',
      '1e',
      'A-1',
    ]
    for (const text of plain) expect(parseCsv(toCsv([['x', text]]))).toEqual([['x', text]])
    expect(toCsv([[-5, 0, 123_456_789_012]])).toBe('\uFEFF-5,0,123456789012\r\n')
    expect(toCsv([[new PlainCell('2026/05/20')]])).toBe('\uFEFF2026/05/20\r\n')
    expect(toCsv([[new PlainCell('=1+1')]])).toBe("\uFEFF'=1+1\r\n")
  })

  it('are quoted where Excel or LibreOffice would divide them, so that no part begins a formula (MEND-59)', () => {
    const text = toCsv([['a;=1+1', 'b\t=1+1', 'c,=1+1', 'd"=1+1', 'e\r=1+1']])
    expect(text).toBe('\uFEFF"a;=1+1","b\t=1+1","c,=1+1","d""=1+1","e\r=1+1"\r\n')
  })

  it('come back from a file as they were, whatever they hold (CSV-04)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyText, { minLength: 2, maxLength: 5 }), { maxLength: 5 }),
        async (rows) => {
          const text = decodeCsv(Buffer.from(toCsv([['heading'], ...rows])))
          const read = (await readRows(text)).slice(1)
          expect(read.map(({ cells }) => cells.map(unguardCell))).toEqual(rows)
        },
      ),
      { numRuns: propertyRuns(1_000) },
    )
  })
})

describe('the encoding', () => {
  const rows = [
    ['編號', '標題', '售價'],
    ['', '阿里山高山茶, 150 克', 'NT$ 1,280'],
    ['-Oabc', '有「引號」"的', '20'],
  ]
  const comma = toCsv(rows.map((row) => row.map((cell) => new PlainCell(cell)))).slice(1)
  const tabbed = rows
    .map((row) =>
      row.map((cell) => (/["\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\r\n')
  const guarded = rows.map((row) => row.map((cell) => (cell === '-Oabc' ? `'${cell}` : cell)))

  it('is told from the bytes: UTF-8 with and without BOM, UTF-16 with BOM, Big5 (CSV-08)', async () => {
    const files = [
      Buffer.from(comma),
      Buffer.from(`\uFEFF${comma}`),
      Buffer.from(`\uFEFF${tabbed.replace('-Oabc', "'-Oabc")}`, 'utf16le'),
      Buffer.from(`\uFEFF${tabbed.replace('-Oabc', "'-Oabc")}`, 'utf16le').swap16(),
      encodeBig5(comma),
    ]
    for (const file of files) {
      const text = decodeCsv(file)
      const delimiter = detectDelimiter(text)
      const read = await Array.fromAsync(readCsvRows(text, { ...limits, delimiter }))
      expect(read.map(({ cells }) => cells)).toEqual(guarded)
    }
  })

  it('of Big5 has the rows of ETEN and HKSCS that programs of Taiwan and Hong Kong write (MEND-70)', () => {
    const known = {
      c755: 'の',
      c6e7: 'ぁ',
      c6a1: '①',
      fb69: '堃',
      f9d6: '碁',
      '9e42': '絚',
      a3e1: '€',
    }
    for (const [bytes, character] of Object.entries(known)) {
      expect(decodeCsv(Buffer.from(`41${bytes}42`, 'hex'), 'big5')).toBe(`A${character}B`)
    }
    const pairs = Array.from({ length: 0xfe - 0x81 + 1 }, (_, n) => 0x81 + n).flatMap((lead) =>
      Array.from({ length: 0xfe - 0xa1 + 1 }, (_, n) => [lead, 0xa1 + n]),
    )
    expect(decodeCsv(Buffer.from(pairs.flat()), 'big5')).not.toMatch(/[\uE000-\uF8FF]/)
  })

  it('of Big5 shows a character that nobody knows, and never an invisible one (MEND-70)', () => {
    for (const pair of ['8140', '86fe', 'a3fe', 'c8a5']) {
      const text = decodeCsv(Buffer.from(`41${pair}2c42`, 'hex'), 'big5')
      expect(text).toContain('\uFFFD')
      expect(text.endsWith(',B')).toBe(true)
      expect(() => refuseLostCharacters(text)).toThrow('□')
    }
    expect(() => refuseLostCharacters('a\uF724')).toThrow('「a□」有無法辨識的字元')
    expect(() => refuseLostCharacters('の①堃𠮷')).not.toThrow()
  })

  it('can be chosen, and bytes that are none of them are refused (CSV-08)', () => {
    expect(decodeCsv(encodeBig5('測試'), 'big5')).toBe('測試')
    expect(() => decodeCsv(encodeBig5('測試'), 'utf-8')).toThrow(CsvError)
    expect(() => decodeCsv(Buffer.from([0x80, 0xff, 0x41, 0x80]))).toThrow(CsvError)
    // Half a surrogate pair, in UTF-16 and as bytes of UTF-8.
    expect(() => decodeCsv(Buffer.from([0xff, 0xfe, 0x00, 0xd8]))).toThrow(CsvError)
    expect(() => decodeCsv(Buffer.from([0xed, 0xa0, 0x80]))).toThrow(CsvError)
  })

  it('is not looked for in a workbook, a PDF or a picture (CSV-09)', () => {
    const starts = [
      ...['504b0304', 'd0cf11e0a1b11ae1', '255044462d312e37', '89504e470d0a1a0a', 'ffd8ffe0'],
      ...['474946383961', '524946460000000057454250', '0000001c6674797061766966'],
    ]
    for (const start of starts) expect(isNoText(Buffer.from(`${start}00000000`, 'hex'))).toBe(true)
    expect(isNoText(Buffer.from('<?xml version="1.0"?><Workbook>'))).toBe(true)
    for (const text of ['編號,標題', 'id', '', 'BM,x', 'PKG,1']) {
      expect(isNoText(Buffer.from(text))).toBe(false)
      expect(isNoText(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe(false)
    }
  })
})

describe('rows', () => {
  it('are divided by what divides the heading (CSV-10)', () => {
    expect(detectDelimiter('a;b;c\n1,2;3;4')).toBe(';')
    expect(detectDelimiter('a\tb\n')).toBe('\t')
    expect(detectDelimiter('"a;b;c",d\n')).toBe(',')
    expect(detectDelimiter('alone\n1;2')).toBe(',')
  })

  it('are counted as a spreadsheet counts: one for each record, empty ones too (CSV-13)', async () => {
    const rows = await readRows('a,b\r\n"two\nlines",x\r\n\r\n,\r\nlast,y')
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 4, 5])
  })

  it('end at LF, CRLF or a single CR (CSV-23)', async () => {
    const rows = await readRows('a,b\r1,2\n3,4\r\n')
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('name the row of a fault (CSV-23)', async () => {
    const fault = async (text: string) => {
      try {
        await readRows(text)
      } catch (error) {
        if (error instanceof CsvError) return [error.line, error.message]
      }
      return undefined
    }
    expect(await fault('a\n"open')).toEqual([2, '引號沒有結束'])
    expect(await fault('a\nb\0')).toEqual([2, '含有無法讀取的字元'])
    expect(await fault(','.repeat(9_999))).toEqual([1, '欄位過多'])
  })
})

describe('cells', () => {
  const refused = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      if (error instanceof CellError) return error.message
      throw error
    }
    return undefined
  }

  it('read whole numbers as people write them (CSV-14, MEND-82)', () => {
    const read = (cell: string) => readNumberCell(cell, { maximum: 9_999_999 })
    for (const cell of [
      '1280',
      '1,280',
      'NT$1,280',
      ' NT$ 1,280 ',
      '１２８０',
      '１，２８０',
      'ＮＴ＄1280',
      'nt$1280',
      '1,280.00',
    ]) {
      expect(read(cell)).toBe(1_280)
    }
    const spoilt = ['1.23E+11', '########', '#NAME?', '12.5', '-5', '－5', '1,28', '十', '', '1 2a']
    for (const cell of spoilt) expect(refused(() => read(cell))).toContain(`「${cell}」`)
    expect(refused(() => read('10,000,000'))).toBe('「10,000,000」超出範圍，請填 0 至 9,999,999')
    fc.assert(
      fc.property(fc.nat(9_999_999), (number) => {
        expect(read(String(number))).toBe(number)
        expect(read(`NT$ ${number.toLocaleString('en')}`)).toBe(number)
      }),
    )
    fc.assert(
      fc.property(anyText, (text) => {
        if (refused(() => read(text)) === undefined) expect(text.normalize('NFKC')).toMatch(/\d/)
      }),
    )
  })

  it('read 是, 否, 1 and 0 (CSV-14)', () => {
    expect(['是', '1', ' １ '].map(readFlagCell)).toEqual([true, true, true])
    expect(['否', '0', '０'].map(readFlagCell)).toEqual([false, false, false])
    for (const cell of ['yes', '', '2', '啟用']) {
      expect(refused(() => readFlagCell(cell))).toBe(`「${cell}」請填是或否`)
    }
  })

  it('read days with slashes or hyphens (CSV-14)', () => {
    for (const cell of ['2026/11/21', '2026-11-21', '２０２６/１１/２１'])
      expect(readDayCell(cell)).toBe('2026-11-21')
    expect(readDayCell('2026/1/5')).toBe('2026-01-05')
    for (const cell of [
      '2026/02/30',
      '2026-11/21',
      '21/11/2026',
      '46000',
      '',
      '2026-11-21 10:00',
    ]) {
      expect(refused(() => readDayCell(cell))).toContain(`「${cell}」`)
    }
  })

  it('refuse an id or a number of a parcel that a spreadsheet has spoilt (CSV-14)', () => {
    for (const cell of ['1.23E+11', '########', '#NAME?', '#N/A']) {
      expect(refused(() => readCodeCell(cell))).toContain(`「${cell}」`)
    }
    expect([' -Oabc_1 ', '261121-4', 'ABC-1'].map(readCodeCell)).toEqual([
      '-Oabc_1',
      '261121-4',
      'ABC-1',
    ])
  })
})
