export const exportKinds = [
  'products',
  'stock',
  'coupons',
  'orders',
  'order_lines',
  'customers',
  'participants',
  'subscribers',
  'invoices',
  'audit',
] as const
export type ExportKind = (typeof exportKinds)[number]

export const importKinds = ['products', 'stock', 'coupons', 'shipments', 'subscribers'] as const
export type ImportKind = (typeof importKinds)[number]

export const fileKindLabels: Record<ExportKind | ImportKind, string> = {
  products: '產品',
  stock: '庫存',
  coupons: '優惠券',
  orders: '訂單',
  order_lines: '訂單明細',
  customers: '顧客',
  participants: '參加者',
  subscribers: '電子報訂閱者',
  invoices: '發票',
  audit: '操作紀錄',
  shipments: '貨運單號',
}

/** The file of all that the shop has of one customer. */
export const personFile = { kind: 'person', label: '個人資料' } as const

/** Kinds with columns that only `person.export` opens. */
export const personalExportKinds: readonly ExportKind[] = [
  'orders',
  'customers',
  'participants',
  'subscribers',
]

/** Effect of an import line on its entry, as the dry run sees it. */
export const lineOutcomeLabels = {
  new: '新增',
  changed: '修改',
  same: '不變',
  error: '錯誤',
} as const
export type LineOutcome = keyof typeof lineOutcomeLabels

export const maxExportedRows = 200_000

export const lineOutcomes = Object.keys(lineOutcomeLabels) as [LineOutcome, ...LineOutcome[]]

export const fileEncodings = ['auto', 'utf-8', 'big5'] as const
export type FileEncoding = (typeof fileEncodings)[number]

export const maxImportedRows = 10_000
export const maxImportedBytes = 10 * 1024 * 1024
