import { escapeHtml } from '#contract/markup.ts'
import type { ProductPreset } from './product-preset.ts'

/** Lines 1 to 6 of a workbook of 蝦皮 are its keys, its headings and notes. */
const firstLine = 7

/**
 * 大量更新 (basic, sales, shipping and media information, one workbook each) and 大量上架 of 蝦皮, by the
 * keys in their first line or the headings in the third.
 */
export const shopee: ProductPreset = {
  id: 'shopee',
  names: {
    group: [
      ...['et_title_product_id', '商品id'],
      ...['et_title_variation_integration_no', '商品規格識別碼', '規格整合碼'],
    ],
    title: ['et_title_product_name', 'ps_product_name', '商品名稱'],
    description_text: ['et_title_product_description', 'ps_product_description', '商品描述'],
    pictures: [
      ...['ps_item_cover_image', '主商品圖片', '商品封面圖'],
      ...[/^ps_item_image[._]\d$/, /^商品圖片\d$/],
    ],
    price: ['et_title_variation_price', 'ps_price', '價格'],
    stock: [/^et_title_variation_stock/, 'ps_stock', '庫存'],
    variant_title: ['et_title_variation_name', '商品規格名稱', '商品選項名稱'],
    option1_name: ['et_title_variation_1', '規格名稱1'],
    option1_value: ['et_title_option_for_variation_1', '規格選項1'],
    option2_name: ['et_title_variation_2', '規格名稱2'],
    option2_value: ['et_title_option_for_variation_2', '規格選項2'],
    sku: ['et_title_variation_sku', 'ps_sku_short', '商品選項貨號'],
    barcode: ['ps_gtin_code', 'gtin'],
    variant_picture: ['et_title_image_per_variation', '規格圖片'],
    weight_kg: ['et_title_product_weight', 'ps_weight', /^(?:商品)?重量(?:\(?(?:kg|公斤)\)?)?$/],
    length_cm: ['et_title_product_length', 'ps_length', /^(?:商品)?長度?(?:\(?(?:cm|公分)\)?)?$/],
    width_cm: ['et_title_product_width', 'ps_width', /^(?:商品)?寬度?(?:\(?(?:cm|公分)\)?)?$/],
    height_cm: ['et_title_product_height', 'ps_height', /^(?:商品)?高度?(?:\(?(?:cm|公分)\)?)?$/],
  },
  isOf: (words) =>
    ['et_title_product_id', 'ps_product_name', '商品選項貨號', '主商品貨號', '商品規格識別碼'].some(
      (word) => words.has(word),
    ),
  firstLine: (words) =>
    words.has('et_title_product_id') || words.has('ps_product_name') ? firstLine : undefined,
  splitVariant: (title) => title.split(/[,，]/).map((part) => part.trim()),
  isNothing: (field, text) =>
    (field === 'barcode' && text === '00') || (/_(?:kg|cm)$/.test(field) && Number(text) === 0),
  toDescription: (text) =>
    text
      .split(/\n[ \t]{0,3}\n/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br />')}</p>`)
      .join(''),
}
