import type { ProductPreset } from './product-preset.ts'

/**
 * Products of WACA. How its export is headed is published nowhere, so this knows the words that shops
 * of Taiwan use, and the owner matches the others by hand.
 */
export const waca: ProductPreset = {
  id: 'waca',
  names: {
    group: ['商品編號', '商品代號', '主商品編號', '商品id', '商品主編號'],
    title: ['商品名稱', '品名', '商品標題'],
    category: ['商品分類', '分類', '分類名稱'],
    unit: ['單位', '商品單位'],
    summary: ['商品簡述', '商品簡介', '簡短說明', '簡述'],
    description: ['商品描述', '商品介紹', '商品說明', '詳細說明', '詳細介紹', '商品內容'],
    published: ['上架狀態', '是否上架', '商品狀態', '狀態'],
    pictures: [/^(?:商品)?(?:主圖|圖片|圖片網址|圖)\d{0,2}$/],
    price: ['售價', '價格', '商品售價'],
    sale_price: ['特價', '優惠價', '促銷價'],
    former_price: ['原價', '定價', '市價', '建議售價'],
    stock: ['庫存', '庫存量', '庫存數量', '數量'],
    option1_name: [/^規格[1一]名稱$/, /^規格名稱[1一]$/, /^第[1一]層規格名稱$/],
    option1_value: [/^規格[1一]$/, /^規格選項[1一]$/, /^規格[1一](?:選項|內容)$/, '規格'],
    option2_name: [/^規格[2二]名稱$/, /^規格名稱[2二]$/, /^第[2二]層規格名稱$/],
    option2_value: [/^規格[2二]$/, /^規格選項[2二]$/, /^規格[2二](?:選項|內容)$/],
    sku: ['貨號', '商品貨號', '規格編號', '規格貨號', '料號', 'sku'],
    barcode: ['條碼', '國際條碼', '商品條碼', '規格條碼'],
    variant_picture: ['規格圖片', '規格圖'],
    weight_g: [/^重量\((?:g|公克|克)\)$/],
    weight_kg: ['重量', /^重量\((?:kg|公斤)\)$/],
    length_cm: [/^長度?(?:\((?:cm|公分)\))?$/],
    width_cm: [/^寬度?(?:\((?:cm|公分)\))?$/],
    height_cm: [/^高度?(?:\((?:cm|公分)\))?$/],
  },
  isOf: (words) =>
    (words.has('商品名稱') || words.has('品名')) &&
    ['售價', '商品售價', '價格'].some((word) => words.has(word)),
  continuesAbove: true,
  splitPictures: (cell) => cell.split(/[\s,;|]+/),
}
