/** Where a file of products comes from; `own` has the columns of this shop. */
export const importPresets = [
  'own',
  'shopee',
  'shopline',
  'waca',
  'woocommerce',
  'shopify',
] as const
export type ImportPreset = (typeof importPresets)[number]

export const importPresetLabels: Record<ImportPreset, string> = {
  own: '本店的格式',
  shopee: '蝦皮購物',
  shopline: 'SHOPLINE',
  waca: 'WACA',
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
}

/** A shop gives its products as several files, such as the sales and the pictures of 蝦皮. */
export const maxImportedFiles = 5
