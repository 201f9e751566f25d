import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Patterns of keys and passwords that belong into no repository. */
const kinds = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}/],
  ['a private key as JWK', /"d"\s*:\s*"[A-Za-z0-9_-]{43,}"/],
  ['a key of AWS', /\b(?:AKIA|ASIA)(?![A-Z0-9]*EXAMPLE)[A-Z0-9]{16}\b/],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60})/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{20}/],
  ['a key of Stripe', /\b[sr]k_live_[A-Za-z0-9]{20}/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{40,}/],
  [
    'a password in an address',
    /\b(?:postgres(?:ql)?|smtps?|https?|redis):\/\/[A-Za-z0-9._-]+:(?!secret@|password@)[A-Za-z0-9._~%-]{6,}@(?!127\.0\.0\.1|localhost|[A-Za-z0-9.-]*\.?example\b)/,
  ],
]

/** The kinds of secrets that a text holds. @param {string} text @returns {string[]} */
export function secretsIn(text) {
  return kinds.flatMap(([kind, pattern]) => {
    return pattern instanceof RegExp && pattern.test(text) ? [String(kind)] : []
  })
}

/**
 * The secrets in all tracked files, each with its file; undefined without git.
 *
 * @param {string} root
 * @returns {string[] | undefined}
 */
export function secretsOfRepository(root) {
  const files = trackedFiles(root)
  return files?.flatMap((file) => {
    const bytes = read(join(root, file))
    // Pictures and fonts have a NUL near their beginning.
    if (!bytes || bytes.subarray(0, 8000).includes(0)) return []
    return secretsIn(bytes.toString('utf8')).map((kind) => `${file}: ${kind}`)
  })
}

/** @param {string} root */
function trackedFiles(root) {
  try {
    const options = { cwd: root, encoding: /** @type {const} */ ('utf8'), maxBuffer: 64 << 20 }
    const list = execFileSync('git', ['ls-files', '-z'], { ...options, stdio: 'pipe' })
    return list.split('\0').filter((file) => file !== '')
  } catch {
    return undefined
  }
}

/** A file that is deleted and not yet committed is none. @param {string} file */
function read(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
