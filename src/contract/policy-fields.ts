import { escapeHtml, hasTags } from './markup.ts'
import type { SettingValues } from './settings.ts'

/** Fields of the texts of policy and terms that the settings fill in. */
export const policyFields = ['商店名稱', '聯絡信箱', '聯絡電話', '保存年限'] as const

const missing = '（尚未提供）'

export function fillPolicy(
  text: string,
  { shop, privacy }: Pick<SettingValues, 'shop' | 'privacy'>,
): string {
  const values: Record<(typeof policyFields)[number], string> = {
    商店名稱: shop.legal_name || shop.name,
    聯絡信箱: shop.email || missing,
    聯絡電話: shop.phone || missing,
    保存年限: String(privacy.keeps_years),
  }
  const known = new Map(Object.entries(values))
  const shown = (value: string) => (hasTags(text) ? escapeHtml(value) : value)
  return text.replace(/\{([^{}\n]{1,10})\}/g, (whole, name: string) => {
    const value = known.get(name)
    return value === undefined ? whole : shown(value)
  })
}
