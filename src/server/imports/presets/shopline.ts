import type { ProductPreset } from './product-preset.ts'

/** 商品批次更新 and 商品匯入 of SHOPLINE in Taiwan, by either of their two lines of headings. */
export const shopline: ProductPreset = {
  id: 'shopline',
  names: {
    group: [
      ...['productid(donotedit)', '商品編號(切勿更改)', '商品編號(請勿更改)'],
      ...['producthandle', '商品編號'],
    ],
    title: [...['productname(traditionalchinese)', 'productname(chinese)', '商品名稱(繁體中文)']],
    summary: [
      ...['productsummary(traditionalchinese)', 'productsummary(chinese)', '商品摘要(繁體中文)'],
    ],
    description: [
      'productdescription(traditionalchinese)',
      ...['productdescription(chinese)', '商品描述(繁體中文)'],
    ],
    published: ['onlinestorestatus', '網店上架狀態'],
    category: [
      ...['onlinestorecategories', 'onlinestorecategories(traditionalchinese)'],
      ...['onlinestorecategories(chinese)', '網店分類', '網店分類(繁體中文)'],
    ],
    pictures: [/^(?:additional)?images$/, /^(?:更多)?相片(?:\(|$)/],
    price: ['regularprice', 'price', '原價', '原價格'],
    sale_price: ['saleprice', 'salesprice', '特價'],
    stock: ['quantity', 'quantity(donotedit)', '數量', '數量(切勿更改)'],
    weight_kg: ['weight(kg)', '重量(kg)'],
    variant_title: [
      ...['variant(traditionalchinese)(donotedit)', 'variant(traditionalchinese)'],
      ...['規格名稱(繁體中文)(切勿更改)', '規格名稱(繁體中文)'],
    ],
    option1_name: ['specificationnamea(chinese)', '規格名稱1(繁體中文)'],
    option1_value: ['variationnamea(chinese)', '選項名稱a(繁體中文)'],
    option2_name: ['specificationnameb(chinese)', '規格名稱2(繁體中文)'],
    option2_value: ['variationnameb(chinese)', '選項名稱b(繁體中文)'],
    sku: ['variantsku', 'variationsku', '選項商品貨號', '規格商品貨號'],
    barcode: ['barcode', '商品條碼', '商品條碼編號'],
    variant_price: ['variantprice', 'variationprice', '選項價格', '規格價格'],
    variant_sale_price: ['variantsaleprice', '款式特價', '規格特價'],
    variant_stock: [
      ...['variantquantity(donotedit)', 'variantquantity', 'variationquantity'],
      ...['選項數量', '規格數量(切勿更改)'],
    ],
    variant_picture: ['variationimage', /^款式圖片(?:\(|$)/],
    variant_weight_kg: ['variantweight(kg)', '款式重量(kg)', '規格重量(kg)'],
  },
  isOf: (words) =>
    [
      ...['productid(donotedit)', 'productname(traditionalchinese)', 'productname(chinese)'],
      '商品名稱(繁體中文)',
    ].some((word) => words.has(word)),
  continuesAbove: true,
  splitPictures: (cell) => cell.split(/[\s,]+/),
  // A variant without a price of its own, and a sale that is none.
  isNothing: (field, text) =>
    (/^variant_(?:sale_)?price$/.test(field) && /一致|^same/i.test(text)) ||
    (/sale_price$/.test(field) && Number(text) === 0) ||
    (/_kg$/.test(field) && Number(text) === 0),
}
