import { type ComponentType, isValidElement, lazy, type ReactNode, useState } from 'react'

const reloadKey = 'reloadedForChunk'

/**
 * A page in a chunk of its own. After a new release the chunks that this document names are gone:
 * the document is loaded anew, once; a second failure is shown in place of the page.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | undefined
  const Late = lazy(async () => {
    try {
      loaded = await load()
      sessionStorage.removeItem(reloadKey)
      return { default: loaded }
    } catch (error) {
      if (!navigator.onLine || sessionStorage.getItem(reloadKey)) throw error
      sessionStorage.setItem(reloadKey, '1')
      location.reload()
      return new Promise<never>(() => undefined)
    }
  })
  const choose = () => loaded ?? Late
  const preload = async () => {
    loaded = await load()
  }
  return Object.assign(() => <ChosenPage choose={choose} />, { preload })
}

/** Chosen once: a page that is open is never mounted anew. */
function ChosenPage({ choose }: { choose: () => ComponentType }) {
  const [Page] = useState(choose)
  return <Page />
}

/** Loads the page of an element, which is then drawn without a wait; a failure is told there. */
export async function preloadPage(element: ReactNode): Promise<void> {
  if (!isValidElement(element)) return
  const { preload } = element.type as Partial<ReturnType<typeof lazyPage>>
  await preload?.().catch(() => undefined)
}
