const reloadKey = 'reloadedForChunk'

/**
 * After a release the chunks that this document names are gone. The document is reloaded, once per
 * release; a later failure is thrown to the importer of the chunk, and so is one while text is
 * typed.
 */
export function reloadOnceForLostChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || hasTypedText() || !noteReload()) return
    event.preventDefault()
    location.reload()
  })
}

/** False where this release was reloaded for, and where a forbidden storage cannot tell. */
function noteReload(): boolean {
  const release = import.meta.url
  try {
    if (sessionStorage.getItem(reloadKey) === release) return false
    sessionStorage.setItem(reloadKey, release)
    return true
  } catch {
    return false
  }
}

/** Whether a reload would lose what somebody has typed. */
export function hasTypedText(): boolean {
  // The value of a checkbox is `on`, and no default of it says so.
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type="checkbox"], [type="radio"]), textarea',
  )
  return [...fields].some((field) => field.value !== field.defaultValue)
}
