import { Link } from 'react-router'
import { t } from '#contract/translate.ts'
import { shopSettings } from '../api/shop-config.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'

/** Orders that stand, accounts and the way into the back office are there while the shop is closed. */
const openAnyway =
  /^\/main\/(order|cart\/pay|member|privacy|terms|articles|page|cancelRestock|newsletter|staffInvitation|firstAdmin|\w+Backend)/

export function isOpenAnyway(pathname: string): boolean {
  return openAnyway.test(pathname)
}

/** In place of the shop, for shoppers. */
export function ClosedShop() {
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-md content-center justify-items-center gap-4 px-6 text-center">
      <h1 className="text-balance font-serif text-title font-semibold">
        {t('{name} 準備中', { name: shopSettings.name })}
      </h1>
      <p className="text-ink-muted">
        <span className="block">{t('我們正在準備，開店後歡迎您來逛逛。')}</span>
        <span className="block">{t('已經訂購的朋友，仍可查詢訂單。')}</span>
      </p>
      <Link to={paths.orders()} className={buttonClass('secondary')}>
        {t('訂單查詢')}
      </Link>
    </div>
  )
}

/** Above the shop, for the staff. */
export function ClosedBar() {
  return (
    <p className="bg-warn-soft px-4 py-2 text-center text-sm text-warn print:hidden">
      {t('尚未營業，只有登入後台的成員看得到商店。')}
      <Link to={paths.adminOpening()} className="inline-block min-h-6 underline">
        {t('開店準備')}
      </Link>
    </p>
  )
}
