import { useEffect } from 'react'
import { windowTitle } from '#contract/screens.ts'

let shopName = ''

/** Set once, before the first screen. */
export function setShopName(name: string): void {
  shopName = name
}

/** The title of the window while the screen is open; without a name it is the shop's. */
export function usePageTitle(name?: string): void {
  useEffect(() => {
    document.title = windowTitle(shopName, name)
  }, [name])
}
