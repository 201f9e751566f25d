import { createContext, useContext } from 'react'
import type { ShownBrand } from '#contract/settings.ts'
import { brand } from '../api/shop-config.ts'

/** Home as somebody is about to save it, for a preview; without it home is as it is stored. */
export const HomeContent = createContext<ShownBrand['home'] | undefined>(undefined)

export function useHomeContent(): ShownBrand['home'] {
  return useContext(HomeContent) ?? brand.home
}
