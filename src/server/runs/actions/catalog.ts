import { shopErrors } from '#contract/errors.ts'
import { archiveArticle } from '../../articles/articles.service.ts'
import {
  listProductIds,
  listProductSettings,
  lockProduct,
} from '../../catalog/admin-catalog.queries.ts'
import {
  archiveProduct,
  type ProductSetting,
  setProduct,
} from '../../catalog/admin-catalog.service.ts'
import {
  listCouponIds,
  listCouponSettings,
  lockCoupon,
} from '../../coupons/admin-coupons.queries.ts'
import { archiveCoupon, enableCoupon } from '../../coupons/admin-coupons.service.ts'
import type { Db } from '../../db/connect.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { AdminActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readText } from '../../input/coerced-values.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
import type { RunAction, RunInput } from '../run-action.ts'
import { archiveAction, restoreAction } from './archive.ts'
import { settingAction } from './settings.ts'

const productSettings = {
  kind: 'products',
  permission: 'catalog.write',
  subject: 'product',
  notFound: shopErrors.PRODUCT_NOT_FOUND.message,
  list: listProductSettings,
  find: async (db: Db, query: { filter: Record<string, string>; limit: number }) => {
    const { low_at: stockLowAt } = await readSettingGroup(db, 'stock')
    return listProductIds(db, { ...query, stockLowAt })
  },
  lock: lockProduct,
  set: setProduct,
} as const

const couponSettings = {
  kind: 'coupons',
  permission: 'coupon.write',
  subject: 'coupon',
  notFound: shopErrors.ADMIN_COUPON_NOT_FOUND.message,
  list: listCouponSettings,
  find: listCouponIds,
  lock: lockCoupon,
  set: (tx: Transaction, actor: AdminActor, id: string, { isEnabled }: { isEnabled?: boolean }) =>
    enableCoupon(tx, actor, id, isEnabled ?? false),
} as const

const enabling = [
  { name: 'enable', isEnabled: true, already: '已經是啟用' },
  { name: 'disable', isEnabled: false, already: '已經是未啟用' },
] as const

export function catalogRunActions(): RunAction[] {
  return [
    ...enabling.flatMap(({ name, isEnabled, already }) => {
      const settingOf = () => ({ isEnabled })
      return [
        settingAction<ProductSetting>({ ...productSettings, name, already, settingOf }),
        settingAction<{ isEnabled: boolean }>({ ...couponSettings, name, already, settingOf }),
      ]
    }),
    settingAction<ProductSetting>({
      ...productSettings,
      name: 'set_category',
      already: '已經是這個分類',
      settingOf: categoryOf,
    }),
    ...archiving({ ...productSettings, archive: archiveProduct }),
    ...archiving({ ...couponSettings, archive: archiveCoupon }),
    restoreAction({ kind: 'articles', subject: 'article', archive: archiveArticle }),
  ]
}

/** Into the trash, and out of it again. */
function archiving(
  of: Parameters<typeof restoreAction>[0] & {
    find: RunAction['find']
    list: (db: Db, ids: readonly string[]) => Promise<{ id: string; title: string }[]>
    notFound: string
  },
): RunAction[] {
  const check = async (db: Db, ids: readonly string[]) => {
    const titles = new Map((await of.list(db, ids)).map(({ id, title }) => [id, title]))
    return ids.map((id) => {
      const title = titles.get(id)
      return title === undefined ? { id, title: id, reason: of.notFound } : { id, title }
    })
  }
  return [archiveAction({ ...of, check }), restoreAction(of)]
}

function categoryOf({ category }: RunInput): ProductSetting {
  if (typeof category !== 'string' || category.trim() === '') {
    const message = '請輸入產品類別'
    throw new ShopError('INVALID_INPUT', { message, fields: { category: message } })
  }
  return { category: readText(category.trim(), 'category') }
}
