import type { ProductPreset } from './product-preset.ts'

/** Product CSV of Shopify, with its headings before and since 2024. */
export const shopify: ProductPreset = {
  id: 'shopify',
  names: {
    group: ['handle', 'urlhandle'],
    title: ['title'],
    category: ['type'],
    description: ['body(html)', 'description'],
    published: ['published', 'publishedononlinestore'],
    status: ['status'],
    pictures: ['imagesrc', 'productimageurl'],
    price: ['variantprice', 'price'],
    former_price: ['variantcompareatprice', 'compare-atprice'],
    stock: ['variantinventoryqty', 'inventoryquantity'],
    stock_tracker: ['variantinventorytracker', 'inventorytracker'],
    option1_name: ['option1name'],
    option1_value: ['option1value'],
    option2_name: ['option2name'],
    option2_value: ['option2value'],
    option3_name: ['option3name'],
    option3_value: ['option3value'],
    sku: ['variantsku', 'sku'],
    barcode: ['variantbarcode', 'barcode'],
    variant_picture: ['variantimage', 'variantimageurl'],
    weight_g: ['variantgrams', 'weightvalue(grams)'],
  },
  isOf: (words) =>
    (words.has('handle') || words.has('urlhandle')) &&
    (words.has('option1value') || words.has('variantprice')),
  isNothing: (field, text) =>
    (field === 'option1_value' && text === 'Default Title') ||
    (field === 'weight_g' && text === '0'),
}
