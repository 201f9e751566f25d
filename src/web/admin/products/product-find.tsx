import type { Product, ProductSortColumn } from '#contract/catalog.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import type { ListFind } from '../lists/find/list-find.ts'

/** A product with what the back office shows of it besides. */
export interface ListedProduct extends Product {
  details: { create_at: number; available: number | null } | undefined
}

/** Filters, views and columns of the product list. */
export const productFind: ListFind<ListedProduct, ProductSortColumn> = {
  list: 'products',
  fields: [
    {
      name: 'enabled',
      label: '狀態',
      options: [
        { value: '1', label: '啟用' },
        { value: '0', label: '未啟用' },
      ],
    },
    {
      name: 'stock',
      label: '庫存',
      options: [
        { value: 'out', label: '已售完' },
        { value: 'low', label: '庫存偏低' },
        { value: 'unlimited', label: '不限量' },
      ],
    },
    { name: 'price_min', label: '最低售價', isNumber: true },
    { name: 'price_max', label: '最高售價', isNumber: true },
    { name: 'archived', label: '範圍', options: [{ value: '1', label: '已封存' }] },
  ],
  views: [{ name: '全部', query: () => ({}) }],
  columns: [
    { label: '分類', width: 120, sort: 'category', render: ({ category }) => category },
    {
      label: '庫存',
      width: 90,
      align: 'right',
      render: ({ details }) => details && (details.available?.toLocaleString('zh-TW') ?? '不限量'),
    },
    {
      label: '建立時間',
      width: 140,
      render: ({ details }) => details && formatTimestamp(details.create_at),
    },
  ],
}
