import type { FileEncoding, ImportKind } from '#contract/file-kinds.ts'
import type { Permission } from '#contract/permissions.ts'

export function importPermission(kind: ImportKind): Permission {
  if (kind === 'subscribers') return 'customer.write'
  return kind === 'shipments' ? 'order.ship' : 'data.import'
}

export const encodingLabels: Record<FileEncoding, string> = {
  auto: '自動',
  'utf-8': 'UTF-8',
  big5: 'Big5',
}

/** Hints for filling in a file. */
export const importHints: Record<ImportKind, string> = {
  products:
    '編號空白的列會新增產品，有編號的列修改該產品；規格填在商品下面的列，一種一列。檔案中沒有的欄位不會變更。也可以直接選擇其他平台匯出的商品檔，例如蝦皮的銷售、基本與圖片資訊（一次選好幾個檔案）；商品圖片會在匯入後抓取到本店。',
  stock: '庫存填盤點後的數量，空白的列不會變更；差異會記為「匯入」的庫存異動。',
  coupons: '編號空白的列會新增優惠券；適用分類與適用商品有多項時以「|」分隔。',
  subscribers:
    '其他平台的會員檔，只會加入已同意接收電子報的電子信箱；沒有同意的列不會匯入。請確認顧客是同意收到本店的信件。',
  shipments: '每列一張訂單，會標示為已出貨；通知信在可復原的 10 分鐘後寄出。',
}
