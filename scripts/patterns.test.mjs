import { join } from 'node:path'
import { isSafePattern } from 'redos-detector'
import { expect, it } from 'vitest'
import { findPatterns, patternsOf } from './lib/find-patterns.mjs'
import { root } from './lib/project.mjs'

/** Files whose patterns are not judged: their input is never from callers, or the judge gives up too early. */
const notJudged = [
  { file: 'server/http/pages.ts', why: 'the page of the build' },
  { file: 'server/share/documents.ts', why: 'the page of the build' },
  { file: 'web/phone/worker/worker.ts', why: 'the page of the build' },
  { file: 'contract/language.ts', why: 'our own markup, in which each part ends at the next tag' },
  { file: 'server/backup/bucket/bucket.ts', why: 'the answers of the bucket of the operator' },
  {
    file: 'server/backup/bucket/probe-bucket.ts',
    why: 'the answers of the bucket of the operator',
  },
  { file: 'server/input/xlsx/dates.ts', why: 'the format of a number, of at most 255 characters' },
  { file: 'server/share/cards/card-font.ts', why: 'the style sheet of a package' },
  {
    file: 'server/backup/pictures.ts',
    why: 'every part is of bounded length: at most 48 steps a start, which the judge does not count to',
  },
]

/** Whether the work of a pattern is bounded, however its input is made. @param {string} pattern @param {string} flags */
function isBounded(pattern, flags) {
  // Without a repetition the pattern itself bounds the ways, and the judge takes seconds for a list of words.
  if (!/[*+]|\{\d+,/.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, ''))) return true
  const { safe } = isSafePattern(pattern, {
    caseInsensitive: flags.includes('i'),
    unicode: flags.includes('u'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    maxScore: 200,
    maxSteps: 20_000,
  })
  return safe
}

it('G8 no pattern of the source can be made to try more than a bounded number of ways', () => {
  const patterns = findPatterns(join(root, 'src'))
  expect(patterns.length).toBeGreaterThan(50)
  const judged = patterns.filter(({ file }) => !notJudged.some((known) => known.file === file))
  const unbounded = [...Map.groupBy(judged, ({ pattern, flags }) => `${flags}/${pattern}`).values()]
    .flatMap(([first]) => first ?? [])
    .filter(({ pattern, flags }) => !isBounded(pattern, flags))
    .map(({ file, pattern }) => `${file} /${pattern}/`)
  expect(unbounded).toEqual([])
})

it.each(['^(a+)+$', '^\\S+@\\S+$', '(x+x+)+y', '\\s+$'])(
  'G8 the check sees that %s is not bounded',
  (pattern) => {
    expect(isBounded(pattern, '')).toBe(false)
  },
)

it('G8 literals and schemas are found, and what cannot be judged is refused', () => {
  const text = "const a = /x+/iu; const b = Type.String({ pattern: '^y*$' })"
  expect(patternsOf('a.ts', text)).toEqual([
    { file: 'a.ts', pattern: 'x+', flags: 'iu' },
    { file: 'a.ts', pattern: '^y*$', flags: 'u' },
  ])
  expect(patternsOf('a.ts', "const z = '^z*$'; const b = { pattern: z }")).toEqual([
    { file: 'a.ts', pattern: '^z*$', flags: 'u' },
  ])
  expect(() => patternsOf('a.ts', 'new RegExp(input)')).toThrow('put together at run time')
  expect(() => patternsOf('a.ts', 'const b = { pattern: input }')).toThrow('no literal')
})
