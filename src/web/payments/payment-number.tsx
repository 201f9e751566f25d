import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { PaymentAttempt } from '#contract/payments.ts'
import { t } from '#contract/translate.ts'
import { DetailRow } from '../orders/detail-row.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { formatDateTime } from '../ui/dates.ts'
import { bankNames } from './bank-names.ts'
import { BarcodePicture } from './barcode-picture.tsx'

/** Number to pay by at a machine, a bank or a counter, and its deadline. */
export function PaymentNumber({ attempt }: { attempt: PaymentAttempt }) {
  const { number, amount, method } = attempt
  if (!number) return null
  return (
    <div className="rounded-lg bg-accent-soft p-4">
      <div className="space-y-3">
        {number.bank_code && (
          <NumberRow name={t('銀行代碼')} number={number.bank_code}>
            {number.bank_code} {t(bankNames[number.bank_code])}
          </NumberRow>
        )}
        {number.account && method === 'transfer' && (
          <NumberRow name={t('匯款帳號')} number={number.account} canCopy>
            <span className="text-lg whitespace-pre-line">{number.account}</span>
          </NumberRow>
        )}
        {number.account && method !== 'transfer' && (
          <NumberRow name={t('繳費帳號')} number={number.account} canCopy>
            {grouped(number.account)}
          </NumberRow>
        )}
        {number.code && (
          <NumberRow name={t('繳費代碼')} number={number.code} canCopy>
            {grouped(number.code)}
          </NumberRow>
        )}
        {number.barcodes?.map((barcode) => (
          <BarcodePicture key={barcode} text={barcode} />
        ))}
      </div>
      <dl className="mt-3 border-t border-line pt-1">
        <DetailRow name={t('繳費金額')}>
          <span className="font-semibold tabular-nums">{formatMoney(amount)}</span>
        </DetailRow>
        <DetailRow name={t('繳費期限')}>
          <span className="font-semibold tabular-nums">{formatDateTime(number.due_at)}</span>
        </DetailRow>
      </dl>
    </div>
  )
}

function NumberRow(props: {
  name: string
  number: string
  canCopy?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <dl className="min-w-0">
        <dt className="text-sm text-ink-muted">{props.name}</dt>
        <dd className="text-2xl font-semibold tabular-nums [overflow-wrap:anywhere]">
          {props.children}
        </dd>
      </dl>
      {props.canCopy && (
        <Button icon={<Copy />} onClick={() => void copyText(props.number)}>
          {t('複製')}
        </Button>
      )}
    </div>
  )
}

/** Fours are easier to type; the space between them is none that would be copied. */
function grouped(number: string) {
  return (number.match(/.{1,4}/gu) ?? []).map((four, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a number has no other order
    <span key={index} className="mr-2 inline-block last:mr-0">
      {four}
    </span>
  ))
}
