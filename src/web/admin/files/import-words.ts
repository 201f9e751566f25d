import type { FileEncoding, ImportKind } from '#contract/file-kinds.ts'
import type { Permission } from '#contract/permissions.ts'

export function importPermission(kind: ImportKind): Permission {
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
    '編號空白的列會新增產品，有編號的列修改該產品；規格填在商品下面的列，一種一列。檔案中沒有的欄位不會變更。',
  stock: '庫存填盤點後的數量，空白的列不會變更；差異會記為「匯入」的庫存異動。',
  coupons: '編號空白的列會新增優惠券；適用分類與適用商品有多項時以「|」分隔。',
  shipments: '每列一張訂單，會標示為已出貨；通知信在可復原的 10 分鐘後寄出。',
}
