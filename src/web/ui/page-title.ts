import { useEffect } from 'react'

const shopName = 'MinMin 團購'

/** The title of the window while the screen is open; without a name it is the shop's. */
export function usePageTitle(name?: string): void {
  useEffect(() => {
    document.title = name ? `${name}｜${shopName}` : shopName
  }, [name])
}
