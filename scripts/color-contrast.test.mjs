// Every pair of text and ground that the screens use can be read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/project.mjs'

const css = readFileSync(join(root, 'src/web/ui/tokens.css'), 'utf8')

/** @param {string} name */
function color(name) {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(css)?.[1]
  if (!value) throw new Error(`no colour ${name}`)
  return value
}

/** Relative luminance, as WCAG 2.2 defines it. @param {string} hex */
function luminance(hex) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [dark = 0, light = 0] = [luminance(color(one)), luminance(color(other))].sort(
    (a, b) => a - b,
  )
  return (light + 0.05) / (dark + 0.05)
}

it.each([
  ...['paper', 'surface', 'sand', 'accent-soft', 'warn-soft', 'sage-soft'].map((on) => ['ink', on]),
  ...['paper', 'surface', 'sand', 'accent-soft'].map((on) => ['ink-muted', on]),
  ...['paper', 'surface', 'accent-soft', 'sand'].map((on) => ['accent-strong', on]),
  ...['paper', 'surface'].map((on) => ['accent', on]),
  ...['paper', 'surface', 'danger-soft'].map((on) => ['danger', on]),
  ...['paper', 'surface', 'sage-soft'].map((on) => ['sage', on]),
  ...['paper', 'surface'].map((on) => ['dusk', on]),
  ['warn', 'warn-soft'],
  ['note', 'note-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-accent', 'danger'],
  ['on-accent', 'danger-strong'],
])('%s can be read on %s', (text = '', ground = '') =>
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5),
)

it.each(['paper', 'surface'])('the edge of a field is seen on %s', (ground) =>
  expect(contrast('line-strong', ground)).toBeGreaterThanOrEqual(3),
)
