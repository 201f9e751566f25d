// Prints the ids of docs/checklist.md that no test title names. Arguments choose areas: CART HOME ...
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/project.mjs'

const rooms = ['src', 'e2e', 'harness', 'torture', 'fuzz', 'race', 'bench', 'scripts']
const title =
  /\b(?:it|test)(?:\.\w+)*(?:\([^'"`]*?\)|\(\[[\s\S]*?\n\s*\]\))?\(\s*(['"`])([\s\S]*?)\1/g

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

/** The ids that the titles of a file name. @param {string} file */
function namedIn(file) {
  const text = readFileSync(file, 'utf8')
  // A title is any text that begins a test or follows its table; ids stand nowhere else in quotes.
  const quoted = text.match(
    /(['"`])(?:(?!\1)[^\\\n]|\\.)*\b[A-Z]+-\d{2}\b(?:(?!\1)[^\\\n]|\\.)*\1/g,
  )
  return [...(text.matchAll(title) ?? [])]
    .map(([, , words]) => words ?? '')
    .concat(quoted ?? [])
    .flatMap((words) => words.match(/\b[A-Z]+-\d{2}\b/g) ?? [])
}

const rows = readFileSync(join(root, 'docs/checklist.md'), 'utf8').matchAll(
  /^\| ([A-Z]+)-(\d{2})(?: D)? *\| (.*?) *\|/gm,
)
const areas = process.argv.slice(2)
const named = new Set(rooms.flatMap(testFiles).flatMap(namedIn))
let missing = 0
let known = 0
for (const [, area, number, statement] of rows) {
  if (areas.length > 0 && !areas.includes(area ?? '')) continue
  known += 1
  if (named.has(`${area}-${number}`)) continue
  missing += 1
  console.log(`${area}-${number}  ${statement}`)
}
console.log(`${known - missing} of ${known} statements are named by a test`)
process.exitCode = missing === 0 ? 0 : 1
