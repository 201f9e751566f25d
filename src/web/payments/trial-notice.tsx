import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#contract/translate.ts'
import { shopConfig } from '../api/shop-config.ts'
import { useIsTrial } from './payments.queries.ts'

export const demonstrationText = '示範付款：不會實際扣款'
const hasGateway = shopConfig.payments === 'ecpay' || shopConfig.payments === 'sandbox'

/** A payment page where no money moves says so. */
export function TrialNotice({ orderId, canPay }: { orderId: string; canPay: boolean }) {
  if (hasGateway) return <GatewayTrialNotice orderId={orderId} />
  if (shopConfig.payments !== 'demonstration' || !canPay) return null
  return <Notice>{t(demonstrationText)}</Notice>
}

function GatewayTrialNotice({ orderId }: { orderId: string }) {
  return useIsTrial(orderId) ? <Notice>{t('測試金流，不會實際扣款')}</Notice> : null
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 rounded-lg bg-sage-soft px-4 py-2 text-sm text-sage print:hidden">
      <Info aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </p>
  )
}
