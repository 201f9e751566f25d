import type { FuzzCase, Targets } from './fuzz-case.ts'
import { resolved } from './fuzz-case.ts'

/** How a strict reader of JSON understands a request's body. */
export type Reading = { isJson: true; value: unknown } | { isJson: false }

const maxBytes = 1024 * 1024
const jsonType = /^application\/json *(;.*)?$/i
const forms = 'application/x-www-form-urlencoded'

/** `other` stands for every type that no call of the shop may take. */
export function readBody(request: FuzzCase, targets: Targets): Reading {
  const type = (request.headers['content-type'] ?? '').trim()
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8'
  const text = resolved(request.body ?? '', targets)
  const isProvider = request.operation.includes('googleapis')
  if (isProvider && type === forms)
    return { isJson: true, value: Object.fromEntries(new URLSearchParams(text)) }
  const isAllowed = jsonType.test(type) && (isProvider || /^utf-?8$/i.test(charset))
  if (!isAllowed || (request.headers['content-encoding'] && !isProvider)) return { isJson: false }
  if (request.isRaw || Buffer.byteLength(text) > maxBytes) return { isJson: false }
  try {
    const value: unknown = JSON.parse(text)
    return isProvider || isStorable(value, 0) ? { isJson: true, value } : { isJson: false }
  } catch {
    return { isJson: false }
  }
}

/** Half a character, NUL, a `__proto__` key and too deep nesting are no valid input. */
function isStorable(value: unknown, depth: number): boolean {
  if (depth > 32) return false
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([key, entry]) =>
      key !== '__proto__' && isStorable(key, depth + 1) && isStorable(entry, depth + 1),
  )
}
