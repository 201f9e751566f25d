import { type SettingValues, themeChoice } from '#contract/settings.ts'
import { fromTaipeiInput, toTaipeiInput } from '../../ui/fields/taipei-input.ts'

type Brand = SettingValues['brand']

/** Times are as their fields hold them. */
export interface BrandForm extends Omit<Brand, 'announcement' | 'shows_name'> {
  shows_name: 0 | 1
  announcement: { text: string; link: string; from: string; until: string }
}

export const brandPresets = [
  { name: '暖陶', ...themeChoice },
  { name: '森綠', accent: '#2f6b4f', ground: '#f6f9f4' },
  { name: '靛藍', accent: '#2b5c94', ground: '#f5f8fc' },
  { name: '莓紅', accent: '#a3305c', ground: '#fdf6f7' },
] as const

export function brandForm({ announcement, ...brand }: Brand): BrandForm {
  const { from, until, ...said } = announcement
  return {
    ...brand,
    shows_name: brand.shows_name ? 1 : 0,
    announcement: {
      ...said,
      from: toTaipeiInput(from ?? undefined),
      until: toTaipeiInput(until ?? undefined),
    },
  }
}

export function brandValues({ announcement, ...brand }: BrandForm): Brand {
  const { text, link, from, until } = announcement
  return {
    ...brand,
    shows_name: brand.shows_name === 1,
    accent: brand.accent.trim(),
    ground: brand.ground.trim(),
    tagline: brand.tagline.trim(),
    description: brand.description.trim(),
    footer_text: brand.footer_text.trim(),
    announcement: {
      text: text.trim(),
      link: link.trim(),
      from: fromTaipeiInput(from),
      until: fromTaipeiInput(until),
    },
  }
}

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())
