import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences under which we may ship, or build with, what is not ours. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Fonts: they may be shipped with a program, and sold by themselves by nobody.
  'OFL-1.1',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
])

/**
 * LINE's own SDK. It is built into a chunk that a shop loads once its owner has an application at LINE,
 * who has accepted the same agreement for it.
 */
const agreedTo = [/^@(?:line\/liff|liff\/.+)$/]

/** Its words are no expression of SPDX. */
const inPublicDomain = /^tiny-sha256$/

/** Libraries that are loaded beside us and never built in; their source is theirs. */
const loadedBesideUs = [/^@img\/sharp-/]

/**
 * The installed packages whose licence is not allowed, each with what it says.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function foreignLicences(root) {
  /** @type {{ packages: Record<string, { license?: string }> }} */
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const manifest = join(root, path, 'package.json')
    if (path === '' || !existsSync(manifest)) return []
    const name = path.replace(/^.*node_modules\//, '')
    const licence = entry.license ?? licenceOf(JSON.parse(readFileSync(manifest, 'utf8')))
    const isBeside = loadedBesideUs.some((pattern) => pattern.test(name))
    const accepts = (/** @type {string} */ id) => {
      return allowed.has(id) || (isBeside && id === 'LGPL-3.0-or-later')
    }
    const isAgreedTo = [...agreedTo, inPublicDomain].some((pattern) => pattern.test(name))
    return isAgreedTo || isAllowed(licence, accepts)
      ? []
      : [`${name}: ${licence || 'says nothing'}`]
  })
}

/** @param {{ license?: unknown, licenses?: unknown }} manifest @returns {string} */
function licenceOf({ license, licenses }) {
  if (typeof license === 'string') return license
  const [first] = Array.isArray(licenses) ? licenses : [license]
  return typeof first?.type === 'string' ? first.type : ''
}

/**
 * Reads an SPDX expression: of alternatives one has to be allowed, of what goes together all.
 *
 * @param {string} expression
 * @param {(id: string) => boolean} accepts
 * @returns {boolean}
 */
export function isAllowed(expression, accepts = (id) => allowed.has(id)) {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const result = anyOf()
  return result && at === tokens.length

  function anyOf() {
    let isAny = allOf()
    while (tokens[at] === 'OR') {
      at++
      isAny = allOf() || isAny
    }
    return isAny
  }
  function allOf() {
    let areAll = one()
    while (tokens[at] === 'AND') {
      at++
      areAll = one() && areAll
    }
    return areAll
  }
  /** @returns {boolean} */
  function one() {
    const token = tokens[at++]
    if (token !== '(') return token !== undefined && accepts(token)
    const inner = anyOf()
    return tokens[at++] === ')' && inner
  }
}
