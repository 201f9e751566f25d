import { useEffect } from 'react'

let shopName = ''

/** Set once, before the first screen. */
export function setShopName(name: string): void {
  shopName = name
}

/** The title of the window while the screen is open; without a name it is the shop's. */
export function usePageTitle(name?: string): void {
  useEffect(() => {
    document.title = name ? `${name}｜${shopName}` : shopName
  }, [name])
}
