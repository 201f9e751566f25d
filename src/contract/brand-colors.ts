import { type BrandSettings, themeChoice } from './settings.ts'

/**
 * The theme of the storefront as it is built: `web/ui/tokens.css` has the same values. What an owner
 * chooses moves the others along with it, each by its distance from its colour here.
 */
const themeColors = {
  paper: themeChoice.ground,
  surface: '#ffffff',
  sand: '#f3ede4',
  line: '#e7dfd4',
  'line-strong': '#8d8176',
  ink: '#2a2521',
  'ink-muted': '#6b625a',
  accent: themeChoice.accent,
  'accent-strong': '#8c3d1d',
  'on-accent': '#ffffff',
  'accent-soft': '#f7e8de',
  fill: themeChoice.accent,
  'fill-strong': '#8c3d1d',
  'on-fill': '#ffffff',
  sage: '#4f6352',
  note: '#4f6352',
  'note-soft': '#e9efe6',
  dusk: '#5d7183',
  danger: '#b3261e',
  warn: '#7a4a00',
} as const

type Token = keyof typeof themeColors
export type BrandColors = Record<Token, string>

/** Text on these grounds reaches 4.5:1 (WCAG 2.2, AA). */
export const minContrast = 4.5
const readOn: Partial<Record<Token, readonly Token[]>> = {
  ink: ['paper', 'surface', 'sand', 'accent-soft'],
  'ink-muted': ['paper', 'surface', 'sand', 'accent-soft'],
  accent: ['paper', 'surface', 'sand'],
  'accent-strong': ['paper', 'surface', 'sand', 'accent-soft'],
  sage: ['paper', 'surface', 'sand'],
  dusk: ['paper', 'surface'],
  danger: ['paper', 'surface', 'sand'],
  warn: ['paper', 'surface', 'sand'],
}
/** Each pair of text and ground that must be readable. */
export const textPairs: readonly (readonly [Token, Token])[] = [
  ...Object.entries(readOn).flatMap(([text, grounds]) =>
    grounds.map((ground) => [text as Token, ground] as const),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-fill', 'fill'],
  ['on-fill', 'fill-strong'],
  ['note', 'note-soft'],
]

/** A fill that differs less from the paper does not show where a button ends. */
const leastOnPaper = 1.15
/** How much lighter a fill with dark text becomes below the pointer, as a lightness of OKLCH. */
const lighter = 0.04

/** Grounds are light: photographs and white cards lie on them. */
const darkestGround = 0.94
const mostGroundChroma = 0.04
/** As a lightness of OKLCH: a text below it looks black. */
const darkestText = 0.12

interface Oklch {
  l: number
  c: number
  /** In radians. */
  h: number
}

/** The colours of a brand, and a sentence for each choice that had to be mended. */
export function brandColors({ accent, ground }: Pick<BrandSettings, 'accent' | 'ground'>): {
  colors: BrandColors
  notes: string[]
} {
  const colors: BrandColors = { ...themeColors }
  const notes: string[] = []

  const chosen = toOklch(ground)
  const isLight = chosen.l >= darkestGround && chosen.c <= mostGroundChroma
  colors.paper = isLight
    ? ground.toLowerCase()
    : toHex({
        ...chosen,
        l: Math.max(chosen.l, darkestGround),
        c: Math.min(chosen.c, mostGroundChroma),
      })
  if (!isLight) notes.push(`底色太深或太鮮豔，文字不易閱讀，已調整為 ${colors.paper}`)
  for (const token of ['sand', 'line', 'line-strong', 'ink', 'ink-muted'] as const) {
    colors[token] = moved(token, 'paper', colors.paper)
  }

  colors.accent = readable(accent.toLowerCase(), groundsOf('accent', colors))
  colors['accent-strong'] = moved('accent-strong', 'accent', colors.accent)
  if (colors.accent !== themeColors.accent) colors['accent-soft'] = tintOf(colors)
  for (const token of Object.keys(readOn) as Token[]) {
    if (token !== 'accent') colors[token] = readable(colors[token], groundsOf(token, colors))
  }
  // The theme's green goes with the theme's accent alone.
  if (colors.accent !== themeColors.accent) {
    Object.assign(colors, { note: colors['ink-muted'], 'note-soft': colors.sand })
  }
  Object.assign(colors, fillColors(accent.toLowerCase(), colors))
  if (colors.accent !== accent.toLowerCase()) {
    notes.push(
      colors.fill === colors.accent
        ? `主色太淺，文字不易閱讀，已調深為 ${colors.accent}`
        : `主色當文字不易閱讀，文字改用較深的 ${colors.accent}；按鈕維持主色`,
    )
  }
  return { colors, notes }
}

/** As light as the theme's, in the hue of the accent and a little of the paper that it lies on. */
function tintOf({ accent, paper }: BrandColors): string {
  const { l } = toOklch(themeColors['accent-soft'])
  const { c } = toOklch(moved('accent-soft', 'accent', accent))
  const { h } = toOklch(accent)
  const ground = toOklch(paper)
  const mixed = (of: (angle: number) => number) => c * of(h) + (ground.c / 3) * of(ground.h)
  const [a, b] = [mixed(Math.cos), mixed(Math.sin)]
  return toHex({ l, c: Math.hypot(a, b), h: Math.atan2(b, a) })
}

/** The chosen colour stays where text lies on it, white or dark; else it is that of texts. */
function fillColors(
  chosen: string,
  colors: BrandColors,
): Pick<BrandColors, 'fill' | 'fill-strong' | 'on-fill'> {
  const isShown = contrast(chosen, colors.paper) >= leastOnPaper
  const on = [colors['on-accent'], colors.ink].find((text) => contrast(text, chosen) >= minContrast)
  if (!isShown || on === undefined || on === colors['on-accent']) {
    const fill = isShown && on ? chosen : colors.accent
    return {
      fill,
      'fill-strong': moved('fill-strong', 'fill', fill),
      'on-fill': colors['on-accent'],
    }
  }
  const base = toOklch(chosen)
  const strong = toHex({ ...base, l: Math.min(1, base.l + lighter) })
  const isReadable = contrast(on, strong) >= minContrast
  return { fill: chosen, 'fill-strong': isReadable ? strong : chosen, 'on-fill': on }
}

const pill = 'calc(infinity * 1px)'
const radii = {
  sharp: { sm: '0rem', lg: '0rem', xl: '0rem', pill: '0rem' },
  soft: { sm: '0.25rem', lg: '0.5rem', xl: '0.75rem', pill },
  round: { sm: '0.5rem', lg: '0.875rem', xl: '1.5rem', pill },
} as const
const sections = { calm: '5rem', compact: '3rem' } as const

export type BrandLook = Pick<BrandSettings, 'accent' | 'ground' | 'corner' | 'density'>

/** The custom properties of `web/ui/tokens.css` as a brand sets them. */
export function brandProperties({ corner, density, ...chosen }: BrandLook): Record<string, string> {
  const { colors } = brandColors(chosen)
  const radius = radii[corner]
  return {
    ...Object.fromEntries(
      Object.entries(colors).map(([token, value]) => [`--color-${token}`, value]),
    ),
    ...Object.fromEntries(
      Object.entries(radius).map(([size, value]) => [`--radius-${size}`, value]),
    ),
    '--spacing-section': sections[density],
  }
}

/** The style sheet of a brand. It stands outside of the layers, and so over the theme. */
export function brandSheet(look: BrandLook): string {
  const properties = Object.entries(brandProperties(look))
  return `:root{${properties.map(([name, value]) => `${name}:${value}`).join(';')}}\n`
}

/** WCAG 2.2: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function groundsOf(token: Token, colors: BrandColors): string[] {
  const grounds = (readOn[token] ?? []).map((ground) => colors[ground])
  return token.startsWith('accent') ? [...grounds, colors['on-accent']] : grounds
}

/** The colour itself where it is readable on all grounds, else as much darker as it takes. */
function readable(color: string, grounds: readonly string[]): string {
  const isReadable = (text: string) => grounds.every((one) => contrast(text, one) >= minContrast)
  if (isReadable(color)) return color
  const { l, c, h } = toOklch(color)
  for (let darker = l - 0.005; darker > darkestText; darker -= 0.005) {
    const text = toHex({ l: darker, c, h })
    if (isReadable(text)) return text
  }
  return themeColors.ink
}

/** The colour of a token where the one it follows is another one than in the theme. */
function moved(token: Token, follows: Token, now: string): string {
  if (now === themeColors[follows]) return themeColors[token]
  const from = toOklch(themeColors[follows])
  const to = toOklch(themeColors[token])
  const base = toOklch(now)
  return toHex({
    l: Math.min(1, Math.max(0.1, base.l + to.l - from.l)),
    c: Math.min(base.c * (to.c / from.c), 0.16),
    h: base.h + to.h - from.h,
  })
}

function channels(hex: string): [number, number, number] {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(toLinear) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** OKLCH of Björn Ottosson (https://bottosson.github.io/posts/oklab): steps that look alike. */
function toOklch(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const light = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const green = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: light, c: Math.hypot(green, blue), h: Math.atan2(blue, green) }
}

/** With as much less chroma as it takes to have the colour in sRGB. */
function toHex({ l, c, h }: Oklch): string {
  for (let chroma = c; chroma > 0; chroma -= 0.004) {
    const rgb = toRgb({ l, c: chroma, h })
    if (rgb.every((value) => value > -0.002 && value < 1.002)) return hexOf(rgb)
  }
  return hexOf(toRgb({ l, c: 0, h }))
}

function toRgb({ l, c, h }: Oklch): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map(fromLinear)
}

function hexOf(rgb: readonly number[]): string {
  const parts = rgb.map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
