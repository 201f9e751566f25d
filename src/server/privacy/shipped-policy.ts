import type { SettingValues } from '#contract/settings.ts'

/** Fields of a policy's text that the settings fill in. */
export function fillPolicy(
  text: string,
  { shop, privacy }: Pick<SettingValues, 'shop' | 'privacy'>,
): string {
  const values: Record<string, string> = {
    商店名稱: shop.legal_name || shop.name,
    聯絡信箱: shop.email,
    聯絡電話: shop.phone,
    保存年限: String(privacy.keeps_years),
  }
  return text.replace(/\{([^{}\n]{1,10})\}/g, (whole, name: string) => values[name] ?? whole)
}
