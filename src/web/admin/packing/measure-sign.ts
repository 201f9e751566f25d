const measuredPx = 100
const widths = new Map<string, number>()
let canvas: CanvasRenderingContext2D | null | undefined

/** The width of a sign in the letters of the back office, in letters' heights (em). */
export function measureSign(sign: string): number {
  const known = widths.get(sign)
  if (known !== undefined) return known
  if (canvas === undefined) {
    canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = `${measuredPx}px ${getComputedStyle(document.body).fontFamily}`
  }
  const width = canvas ? canvas.measureText(sign).width / measuredPx : 1
  widths.set(sign, width)
  return width
}
