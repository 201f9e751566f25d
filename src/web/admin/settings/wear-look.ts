import { type SettingValues, settingsApi } from '#contract/settings.ts'
import { call } from '../../api/call.ts'
import { setLook, shopSettings, shopSite } from '../../api/shop-config.ts'
import { setSite } from '../../ui/page-head.ts'

/** Shows what was saved in this tab, which would know it after a reload alone. */
export async function wearLook({ shop }: Pick<SettingValues, 'shop'>): Promise<void> {
  const { brand } = await call(settingsApi.brand, {})
  // The menu of the header is as of the load.
  setLook({ shop: { ...shopSettings, ...shop }, brand })
  setSite(shopSite())
  const worn = document.getElementById('brand-sheet')
  if (!brand.sheet) {
    worn?.remove()
    return
  }
  if (worn?.getAttribute('href') === brand.sheet) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = brand.sheet
  // The one before stays until the new one is there.
  link.onload = () => worn?.remove()
  link.id = 'brand-sheet'
  document.head.append(link)
}
