// Fails on a text of the storefront or of a mail without English, on English whose text is gone, and
// on a text within a function that does not pass through `t`. Part of `npm run check`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { root, say } from './lib/project.mjs'

const han = /[\u3400-\u9fff]/
const signs = /^[\u3000-\u303f\uff01-\uff5e]+$/

/** The storefront, and the tables of labels that it shares with the server. */
const storefront = [/^src\/web\/(?!admin\/|testing\/)/, /^src\/contract\//]
/** Read by the staff, by no person, or data: the districts, and what people write in a chat. */
const sparedContract =
  /^src\/contract\/(?:audit-words|districts|address|file-kinds|import-presets|permissions|run-states|trash|mail-fields|mail-texts|brand-colors|arrival-rules|device-name|errors|invoice-lines|policy-fields|settings|line-messages|language|info-pages\.ts|months\.ts|english\/|plus-one\/|.*\.schema)/
/** Rooms of the server whose texts shoppers read: refusals, and mails. */
const served = JSON.parse(readFileSync(join(root, 'scripts/lib/english-rooms.json'), 'utf8'))

/** Refusals, and the texts of mails as they are shipped. */
const tables = ['src/contract/errors.ts', 'src/contract/mail-texts.ts']
/** Refusals that only the staff reads. */
const forStaff = new Set(
  JSON.parse(readFileSync(join(root, 'scripts/lib/refusals-of-staff.json'), 'utf8')),
)

const storefrontEnglish = catalogue('storefront')
const allEnglish = { ...storefrontEnglish, ...catalogue('server') }
/** @type {Set<string>} */
const used = new Set()

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

for (const file of files) {
  const isStorefront =
    storefront.some((pattern) => pattern.test(file)) && !sparedContract.test(file)
  const isServed = served.includes(file)
  if (isStorefront) check(file, storefrontEnglish, true)
  else if (isServed || tables.includes(file)) check(file, allEnglish, false)
}
/** Reasons that the shop writes by itself, and texts it begins with, kept in Chinese; screens translate them. @type {string[]} */
const stored = JSON.parse(readFileSync(join(root, 'scripts/lib/stored-texts.json'), 'utf8'))
for (const text of stored) {
  used.add(text)
  if (storefrontEnglish[text] === undefined) fail(`stored-texts.json no English: ${text}`)
}
for (const text of Object.keys(allEnglish)) {
  if (!used.has(text)) fail(`src/contract/english: no file says 「${text}」`)
}

/**
 * @param {string} file
 * @param {Record<string, string>} english
 * @param {boolean} isShown whether each text within a function stands in `t`; else a reply passes those that
 *   are not filled in through it
 */
function check(file, english, isShown) {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  /** @param {ts.Node} node @param {boolean} isInFunction */
  function visit(node, isInFunction) {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    const text = textOf(node)
    if (text !== undefined) note(node, text, isInFunction)
    const isInside = isInFunction || ts.isFunctionLike(node)
    ts.forEachChild(node, (child) => visit(child, isInside))
  }
  /** @param {ts.Node} node @param {string} text @param {boolean} isInFunction */
  function note(node, text, isInFunction) {
    const isTranslated = isArgument(node)
    // Full-width signs join texts, and English has others.
    if (!han.test(text) && !isTranslated && !(isInFunction && signs.test(text))) return
    used.add(text)
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    const at = `${file}:${line + 1}`
    if (isInFunction && !isTranslated && isData(node)) return
    if (
      isInFunction &&
      !isTranslated &&
      (isShown || ts.isTemplateExpression(node) || signs.test(text))
    ) {
      fail(`${at} not in t(): ${text}`)
    } else if (english[text] === undefined && !forStaff.has(text)) {
      fail(`${at} no English: ${text}`)
    }
  }
  visit(source, false)
}

/** @param {ts.Node} node @returns {string | undefined} */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isJsxText(node)) return han.test(node.text) ? node.text.trim() : undefined
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    return han.test(parts.join('')) ? parts.join('…') : undefined
  }
  return undefined
}

/** @param {ts.Node} node */
function isArgument({ parent }) {
  return ts.isCallExpression(parent) && /^(?:t|rich)$/.test(parent.expression.getText())
}

/** Compared or searched for, not shown. @param {ts.Node} node */
function isData({ parent }) {
  if (ts.isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText())
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return true
  if (!ts.isCallExpression(parent)) return false
  return /\.(?:includes|split|replace|replaceAll|startsWith|endsWith)$/.test(
    parent.expression.getText(),
  )
}

/** @param {string} name @returns {Record<string, string>} */
function catalogue(name) {
  return JSON.parse(readFileSync(join(root, `src/contract/english/${name}.json`), 'utf8'))
}

/** @param {string} line */
function fail(line) {
  say(line)
  process.exitCode = 1
}
