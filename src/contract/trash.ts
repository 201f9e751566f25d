import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import type * as schema from './trash.schema.ts'

export type TrashEntry = Static<typeof schema.list.reply>['entries'][number]
export type TrashKind = TrashEntry['kind']

interface TrashKindRule {
  label: string
  read: Permission
  write: Permission
}

export const trashKinds: Record<TrashKind, TrashKindRule> = {
  product: { label: '產品', read: 'catalog.read', write: 'catalog.write' },
  coupon: { label: '優惠券', read: 'catalog.read', write: 'coupon.write' },
  order: { label: '訂單', read: 'order.read', write: 'order.write' },
  article: { label: '公告', read: 'catalog.read', write: 'catalog.write' },
  page: { label: '頁面', read: 'catalog.read', write: 'catalog.write' },
}

export const trashApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/trash',
    caller: 'admin',
    // Each kind asks for its own.
    permission: ['catalog.read', 'order.read'],
    shows: ['article', 'page', 'product', 'coupon', 'order'],
    summary: 'One page of what was deleted, the last deletion first',
  }),
  restore: endpoint<typeof schema.restore>({
    method: 'POST',
    path: '{shop}/admin/trash/restore',
    caller: 'admin',
    permission: ['catalog.write', 'coupon.write', 'order.write'],
    action: 'trash.restore',
    changes: ['article', 'page', 'product', 'coupon', 'order'],
    summary: 'Bring deleted entries back',
  }),
}
