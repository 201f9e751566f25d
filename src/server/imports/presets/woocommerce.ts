import type { ProductPreset } from './product-preset.ts'

/** The product exporter of WooCommerce, in English and in Chinese. */
export const woocommerce: ProductPreset = {
  id: 'woocommerce',
  names: {
    group: ['id'],
    parent: ['parent', '上層', '上層商品', '父項', '父商品'],
    type: ['type', '類型'],
    title: ['name', '名稱'],
    category: ['categories', '分類'],
    summary: ['shortdescription', '簡短說明', '簡短內容說明', '簡短描述'],
    description: ['description', '說明', '內容說明', '描述'],
    published: ['published', '已發佈', '已發布'],
    pictures: ['images', '圖片'],
    price: ['regularprice', '原價', '定價'],
    sale_price: ['saleprice', '特價', '促銷價', '折扣價'],
    stock: ['stock', '庫存'],
    sku: ['sku', '貨號'],
    barcode: [/^gtin\W/, 'gtin'],
    option1_name: ['attribute1name', '屬性1名稱'],
    option1_value: ['attribute1value(s)', '屬性1值', '屬性1數值'],
    option2_name: ['attribute2name', '屬性2名稱'],
    option2_value: ['attribute2value(s)', '屬性2值', '屬性2數值'],
    option3_name: ['attribute3name', '屬性3名稱'],
    option3_value: ['attribute3value(s)', '屬性3值', '屬性3數值'],
    weight_kg: [/^(?:weight|重量)\((?:kg|公斤)\)$/],
    weight_g: [/^(?:weight|重量)\((?:g|公克)\)$/],
    length_cm: [/^(?:length|長度)\((?:cm|公分)\)$/],
    width_cm: [/^(?:width|寬度)\((?:cm|公分)\)$/],
    height_cm: [/^(?:height|高度)\((?:cm|公分)\)$/],
  },
  isOf: (words) =>
    (words.has('type') && words.has('regularprice')) ||
    (words.has('類型') && words.has('貨號') && words.has('名稱')),
  isVariant: (type) => type.split(',').some((one) => one.trim() === 'variation'),
  splitPictures: (cell) => cell.split(',').map((address) => address.trim()),
  // The exporter writes the ends of lines as two characters, and these two with one more.
  toDescription: (text) => text.replace(/(?<!\\)\\n/g, '\n').replaceAll('\\\\n', '\\n'),
}
