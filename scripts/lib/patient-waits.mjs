import { vi } from 'vitest'

// Vitest gives up after a second: on a busy machine that is short for what another process or the
// database does. A wait ends with what it waits for, so a longer limit makes no test slower.
const timeout = 300_000
const patient = Symbol.for('minmin patient waits')

// Files share a thread, and this runs before each of them.
if (!(patient in vi)) {
  const { waitFor, waitUntil } = vi
  Object.assign(vi, {
    [patient]: true,
    waitFor: /** @type {typeof waitFor} */ (
      (callback, options) => waitFor(callback, withTimeout(options))
    ),
    waitUntil: /** @type {typeof waitUntil} */ (
      (callback, options) => waitUntil(callback, withTimeout(options))
    ),
  })
}

/** @param {Parameters<typeof vi.waitFor>[1]} options */
function withTimeout(options) {
  return typeof options === 'number' ? options : { timeout, ...options }
}
