import type { ComponentType } from 'react'

const reloadKey = 'reloadedForChunk'

/**
 * A page's chunk. After a new release the chunks that this document names are gone: the document is
 * loaded anew, once; a second failure is shown by the route.
 */
export async function loadPage(load: () => Promise<ComponentType>) {
  try {
    const Component = await load()
    sessionStorage.removeItem(reloadKey)
    return { Component }
  } catch (error) {
    if (!navigator.onLine || sessionStorage.getItem(reloadKey)) throw error
    sessionStorage.setItem(reloadKey, '1')
    location.reload()
    return new Promise<never>(() => undefined)
  }
}
