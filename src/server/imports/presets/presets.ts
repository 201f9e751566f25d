import type { ImportPreset } from '#contract/import-presets.ts'
import type { ProductPreset } from './product-preset.ts'
import { shopee } from './shopee.ts'
import { shopify } from './shopify.ts'
import { shopline } from './shopline.ts'
import { waca } from './waca.ts'
import { woocommerce } from './woocommerce.ts'

/** In the order in which a file is asked whose it is: the last one knows it by common words. */
const productPresets: readonly ProductPreset[] = [shopify, woocommerce, shopline, shopee, waca]

export function findPreset(id: ImportPreset): ProductPreset | undefined {
  return productPresets.find((preset) => preset.id === id)
}

/** The shop that writes these folded headings. */
export function detectPreset(words: ReadonlySet<string>): ProductPreset | undefined {
  return productPresets.find((preset) => preset.isOf(words))
}
