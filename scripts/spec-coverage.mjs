// Prints the ids of the checklists of docs and of acceptance.md that no test title names. A row that a
// bench sees is a figure of docs/performance.md instead, one that is met; one of acceptance.md may be named by a harness
// in docs/reliability.md, or have a reason why it does not apply.
// Arguments choose areas: CART HOME A B ...
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/project.mjs'

const rooms = ['src', 'gateway', 'tests', 'bench', 'scripts']
const title =
  /\b(?:it|test)(?:\.\w+)*(?:\([^'"`]*?\)|\(\[[\s\S]*?\n\s*\]\))?\(\s*(['"`])([\s\S]*?)\1/g
const checklistId = /\b[A-Z]+-\d{2}\b/g
const acceptanceId = /\b[A-I]\d{1,2}\b/g

/** @param {string} folder @returns {string[]} */
function testFiles(folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(name))
      .map((name) => join(root, folder, name))
  } catch {
    return []
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}

/** The ids that the titles of a file name. @param {string} file */
function namedIn(file) {
  const text = readFileSync(file, 'utf8')
  // A title is any text that begins a test or follows its table; ids stand nowhere else in quotes.
  const quoted = text.match(
    /(['"`])(?:(?!\1)[^\\\n]|\\.)*\b[A-Z]+-\d{2}\b(?:(?!\1)[^\\\n]|\\.)*\1/g,
  )
  const titles = [...text.matchAll(title)].map(([, , words]) => words ?? '')
  // A short id such as A1 counts at the beginning of a text, or in brackets at its end.
  const beginnings = text.match(/(?<=['"`])(?:(?:[A-I]\d{1,2}|[A-Z]+-\d{2}) )+(?=\S)/g) ?? []
  const endings =
    text.match(/\((?:[A-I]\d{1,2}|[A-Z]+-\d{2})(?:, (?:[A-I]\d{1,2}|[A-Z]+-\d{2}))*\)(?=['"`])/g) ??
    []
  return [
    ...titles.concat(quoted ?? []).flatMap((words) => words.match(checklistId) ?? []),
    ...[...beginnings, ...endings].flatMap((words) => words.match(acceptanceId) ?? []),
  ]
}

/** @typedef {{ area: string, id: string, statement: string, hasReason: boolean, isFigure?: boolean }} Row */

/** @returns {Row[]} */
function checklist(/** @type {string} */ file) {
  // INV-E-01 is E-01: INV-01 and its like are checks of the data.
  const rows = read(file).matchAll(/^\| (?:INV-)?([A-Z]+)-(\d{2})(?: D)? *\| (.*?) *\|(.*)$/gm)
  return [...rows].map(([, area = '', number, statement = '', seenBy = '']) => {
    const isFigure = /\bbench\b/.test(seenBy)
    return { area, id: `${area}-${number}`, statement, hasReason: false, isFigure }
  })
}

/** @returns {Row[]} */
function acceptance() {
  const rows = read('docs/acceptance.md').matchAll(/^\| ([A-I])(\d{1,2}) *\| (.*?) *\| (.*?) *\|/gm)
  return [...rows].map(([, area = '', number, statement = '', must = '']) => {
    const hasReason = statement.startsWith('not applicable') && must.length > 40
    return { area, id: `${area}${number}`, statement, hasReason }
  })
}

/** Test files of docs/acceptance.md that are not there or do not name the id of their row. */
function emptyPromises() {
  const rows = read('docs/acceptance.md').matchAll(/^\| ([A-I]\d{1,2}) *\|(.*)$/gm)
  return [...rows].flatMap(([, id = '', cells = '']) => {
    const names = cells.match(/(?<=`)[\w/.-]+\.(?:test|spec)\.(?:tsx?|mjs)(?=`)/g) ?? []
    return names
      .map((name) => (/^(src|tests|scripts)\//.test(name) ? name : `src/server/${name}`))
      .filter((path) => !existsSync(join(root, path)) || !namedIn(join(root, path)).includes(id))
      .map((path) => `${id}  ${path} does not prove it`)
  })
}

/** The checklist id of a line of the table of figures, if its figure meets the target. */
function metBy(/** @type {string} */ line) {
  const [, id = ''] = /^\| ([A-Z]+-\d{2}) /.exec(line) ?? []
  return id === '' || /not met|not shown/.test(line) ? [] : [id]
}

const areas = process.argv.slice(2)
const named = new Set(rooms.flatMap(testFiles).flatMap(namedIn))
const reported = new Set(read('docs/reliability.md').match(acceptanceId))
const figures = new Set(read('docs/performance.md').split('\n').flatMap(metBy))
const promises = emptyPromises()
for (const promise of promises) console.log(promise)
let isComplete = promises.length === 0
for (const [name, rows] of Object.entries({
  checklist: checklist('docs/checklist.md'),
  'checklist-fix': checklist('docs/checklist-fix.md'),
  'checklist-money': checklist('docs/checklist-money.md'),
  'checklist-groups': checklist('docs/checklist-groups.md'),
  'checklist-owner': checklist('docs/checklist-owner.md'),
  'checklist-find': checklist('docs/checklist-find.md'),
  'checklist-run': checklist('docs/checklist-run.md'),
  ...Object.fromEntries(
    readdirSync(join(root, 'docs/checklists')).map((page) => [
      page,
      checklist(`docs/checklists/${page}`),
    ]),
  ),
  acceptance: acceptance(),
})) {
  const selected = rows.filter(({ area }) => areas.length === 0 || areas.includes(area))
  const missing = selected.filter(({ id, hasReason, isFigure }) => {
    if (named.has(id) || hasReason) return false
    return isFigure ? !figures.has(id) : !(name === 'acceptance' && reported.has(id))
  })
  for (const { id, statement } of missing) console.log(`${id}  ${statement}`)
  if (selected.length === 0) continue
  console.log(`${name}: ${selected.length - missing.length} of ${selected.length} are proved`)
  if (missing.length > 0) isComplete = false
}
process.exitCode = isComplete ? 0 : 1
