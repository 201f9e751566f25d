/** A sheet of labels; lengths in millimetres. */
export interface LabelSheet {
  name: string
  width: number
  height: number
  columns: number
  rows: number
  label: { width: number; height: number }
  /** Where the first label lies. */
  left: number
  top: number
  /** From the left of a label to the left of the next one. */
  columnPitch: number
  /** The largest letters that look well on it, in points. */
  maxPoints: number
}

export const labelSheets: LabelSheet[] = [
  {
    name: '24 格 70 × 37 mm',
    width: 210,
    height: 297,
    columns: 3,
    rows: 8,
    label: { width: 70, height: 37 },
    left: 0,
    top: 0.5,
    columnPitch: 70,
    maxPoints: 11,
  },
  {
    name: '21 格 63.5 × 38.1 mm',
    width: 210,
    height: 297,
    columns: 3,
    rows: 7,
    label: { width: 63.5, height: 38.1 },
    left: 7.21,
    top: 15.15,
    columnPitch: 66.04,
    maxPoints: 11,
  },
  {
    name: '單張 100 × 150 mm',
    width: 100,
    height: 150,
    columns: 1,
    rows: 1,
    label: { width: 100, height: 150 },
    left: 0,
    top: 0,
    columnPitch: 100,
    maxPoints: 20,
  },
]

/** Where a label lies on its sheet, in millimetres, by its place from 0 on. */
export function labelPlace(sheet: LabelSheet, place: number): { left: number; top: number } {
  const column = place % sheet.columns
  const row = Math.floor(place / sheet.columns)
  return {
    left: sheet.left + column * sheet.columnPitch,
    top: sheet.top + row * sheet.label.height,
  }
}

/** Free of letters around the text of a label, in millimetres. */
export const labelPadding = 3
export const lineHeight = 1.25
const minPoints = 7
const mmOfPoint = 25.4 / 72

export interface LabelText {
  points: number
  lines: string[]
}

/**
 * The texts of one address on as few labels as can be: in smaller letters down to 7 points, then on
 * further labels. `widthOf` gives the width of a sign in letters' heights (em).
 */
export function fitLabels(
  texts: readonly string[],
  { label, maxPoints }: Pick<LabelSheet, 'label' | 'maxPoints'>,
  widthOf: (sign: string) => number,
): LabelText[] {
  const width = label.width - 2 * labelPadding
  const height = label.height - 2 * labelPadding
  for (let points = maxPoints; ; points -= 1) {
    const em = points * mmOfPoint
    const lines = texts.flatMap((text) => breakText(text, width / em, widthOf))
    const perLabel = Math.floor(height / (em * lineHeight))
    if (lines.length <= perLabel || points <= minPoints) {
      const labels = Math.max(1, Math.ceil(lines.length / perLabel))
      return Array.from({ length: labels }, (_, index) => ({
        points,
        lines: lines.slice(index * perLabel, (index + 1) * perLabel),
      }))
    }
  }
}

const signs = new Intl.Segmenter('zh-TW', { granularity: 'grapheme' })

function breakText(text: string, width: number, widthOf: (sign: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|\n|\r/)) {
    let line = ''
    let used = 0
    for (const { segment } of signs.segment(paragraph)) {
      const own = widthOf(segment)
      if (line !== '' && used + own > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      line += segment
      used += own
    }
    if (line !== '') lines.push(line)
  }
  return lines
}
