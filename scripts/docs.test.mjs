import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/project.mjs'

/** @param {string} page */
const read = (page) => readFileSync(join(root, page), 'utf8')
// The changelog names commands of then.
const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], { cwd: root }).filter(
  (page) => page !== 'CHANGELOG.md',
)

it('every npm script and every program that a page names is there (HOUSE-12)', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const missing = pages.flatMap((page) => {
    const text = read(page)
    const named = [...text.matchAll(/npm (?:--\S+ )*run (?:--\S+ )*([a-z][\w:-]*)/g)]
    const run = [...text.matchAll(/node ((?:bench|gateway|scripts|src|tests)\/[\w./-]+\.m?[jt]s)/g)]
    return [
      ...named.flatMap(([words, name = '']) => (name in scripts ? [] : [`${page}: ${words}`])),
      ...run.flatMap(([words, path = '']) =>
        existsSync(join(root, path)) ? [] : [`${page}: ${words}`],
      ),
    ]
  })
  expect(missing).toEqual([])
})

it('every link of a page leads to a file (HOUSE-12)', () => {
  const missing = pages.flatMap((page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
    return links.flatMap(([, link = '']) =>
      existsSync(join(root, dirname(page), link)) ? [] : [`${page}: ${link}`],
    )
  })
  expect(missing).toEqual([])
})
