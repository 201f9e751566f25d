import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitLabels,
  type LabelSheet,
  labelPadding,
  labelPlace,
  labelSheets,
  lineHeight,
} from './label-layout.ts'

const widthOf = (sign: string) => (/^[\x20-\x7e]$/.test(sign) ? 0.6 : 1)
const mmOfPoint = 25.4 / 72

describe.each(labelSheets)('a sheet of $name (PACK-05)', (sheet: LabelSheet) => {
  it('has all its labels on the paper, and none over another', () => {
    const places = Array.from({ length: sheet.columns * sheet.rows }, (_, place) =>
      labelPlace(sheet, place),
    )
    const { width, height } = sheet.label
    for (const [index, { left, top }] of places.entries()) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(sheet.width + 0.01)
      expect(top + height).toBeLessThanOrEqual(sheet.height)
      for (const other of places.slice(index + 1)) {
        const isApart = other.left >= left + width - 0.01 || other.top >= top + height - 0.01
        expect(isApart).toBe(true)
      }
    }
  })

  it('holds a short address on one label, in letters as large as can be', () => {
    const texts = ['261122-1', '王小明 0912345678', '臺北市信義區市府路 1 號']
    expect(fitLabels(texts, sheet, widthOf)).toEqual([{ points: sheet.maxPoints, lines: texts }])
  })

  it('holds every text whole, within the label and at 7 points or more (PACK-06)', () => {
    const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength })
    fc.assert(
      fc.property(text(100), text(500), (name, address) => {
        const labels = fitLabels([name, address], sheet, widthOf)
        const lines = labels.flatMap(({ lines }) => lines)
        expect(lines.join('')).toBe(`${name}${address}`.replaceAll(/[\r\n]/g, ''))
        for (const { points, lines } of labels) {
          expect(points).toBeGreaterThanOrEqual(7)
          const em = points * mmOfPoint
          expect(lines.length * em * lineHeight).toBeLessThanOrEqual(
            sheet.label.height - 2 * labelPadding,
          )
        }
      }),
      { seed: 20_261_122 },
    )
    const longest = fitLabels(['長'.repeat(100), '址'.repeat(500)], sheet, widthOf)
    for (const { points, lines } of longest) {
      for (const line of lines) {
        expect(line.length * points * mmOfPoint).toBeLessThanOrEqual(
          sheet.label.width - 2 * labelPadding,
        )
      }
    }
  })
})
