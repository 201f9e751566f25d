import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

/** @typedef {{ file: string, pattern: string, flags: string }} Pattern */

/**
 * Every regular expression of the product's source: the literals, and the `pattern` of a schema,
 * which the validator compiles, written there or as a constant of the file. One that is put together at run time cannot be judged: it throws.
 *
 * @param {string} folder
 * @returns {Pattern[]}
 */
export function findPatterns(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .flatMap((file) => patternsOf(file, readFileSync(join(folder, file), 'utf8')))
}

/** @param {string} file @param {string} text @returns {Pattern[]} */
export function patternsOf(file, text) {
  /** @type {Pattern[]} */
  const found = []
  const program = parseSync(text, {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'esnext',
  })
  const constants = constantTexts(program)
  walk(program)
  return found

  /** @param {any} node */
  function walk(node) {
    if (typeof node !== 'object' || node === null) return
    if (node.type === 'RegExpLiteral') {
      found.push({ file, pattern: node.pattern, flags: node.flags })
    }
    if (node.type === 'KeyValueProperty' && node.key.value === 'pattern') {
      const pattern = literalOf(node.value, constants)
      if (pattern === undefined) throw new Error(`${file}: a pattern is no literal`)
      found.push({ file, pattern, flags: 'u' })
    }
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (isMade && node.callee.type === 'Identifier' && node.callee.value === 'RegExp') {
      throw new Error(`${file}: a pattern is put together at run time`)
    }
    for (const [name, child] of Object.entries(node)) if (name !== 'span') walk(child)
  }
}

/** The text of a literal or of a constant. @param {any} node @param {Map<string, string>} constants */
function literalOf(node, constants) {
  if (node.type === 'StringLiteral') return node.value
  return node.type === 'Identifier' ? constants.get(node.value) : undefined
}

/** The constants of a file that are literals, by name. @param {any} program @returns {Map<string, string>} */
function constantTexts(program) {
  const declared = program.body
    .map((/** @type {any} */ node) => node.declaration ?? node)
    .filter((/** @type {any} */ node) => node.kind === 'const')
    .flatMap((/** @type {any} */ node) => node.declarations)
  return new Map(
    declared
      .filter((/** @type {any} */ { id, init }) => id.value && init?.type === 'StringLiteral')
      .map((/** @type {any} */ { id, init }) => [id.value, init.value]),
  )
}
