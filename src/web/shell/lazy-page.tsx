import { type ComponentType, lazy } from 'react'

const reloadKey = 'reloadedForChunk'

/**
 * A page in a chunk of its own. After a new release the chunks that this document names are gone:
 * the document is loaded anew, once; a second failure is shown in place of the page.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    try {
      const page = await load()
      sessionStorage.removeItem(reloadKey)
      return { default: page }
    } catch (error) {
      if (!navigator.onLine || sessionStorage.getItem(reloadKey)) throw error
      sessionStorage.setItem(reloadKey, '1')
      location.reload()
      return new Promise<never>(() => undefined)
    }
  })
}
