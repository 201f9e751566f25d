import { Copy } from 'lucide-react'
import type { PaymentAttempt } from '#contract/payments.ts'
import { DetailRow } from '../orders/detail-row.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { formatDateTime } from '../ui/dates.ts'
import { formatMoney } from '../ui/money.ts'
import { BarcodePicture } from './barcode-picture.tsx'

/** What the shopper pays by at a machine, a bank or a counter, and until when. */
export function PaymentNumber({ attempt }: { attempt: PaymentAttempt }) {
  const { number, amount, method } = attempt
  if (!number) return null
  return (
    <div className="rounded-lg bg-accent-soft p-4">
      <dl className="space-y-3">
        {number.bank_code && <NumberRow name="銀行代碼" number={number.bank_code} />}
        {number.account && method === 'transfer' && (
          <TransferAccount account={number.account} />
        )}
        {number.account && method !== 'transfer' && (
          <NumberRow name="繳費帳號" number={number.account} canCopy />
        )}
        {number.code && <NumberRow name="繳費代碼" number={number.code} canCopy />}
        {number.barcodes?.map((barcode, index) => (
          <div key={barcode}>
            <dt className="sr-only">條碼 {index + 1}</dt>
            <dd>
              <BarcodePicture text={barcode} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className="mt-3 border-t border-line pt-1">
        <DetailRow name="繳費金額">
          <span className="font-semibold tabular-nums">{formatMoney(amount)}</span>
        </DetailRow>
        <DetailRow name="繳費期限">
          <span className="font-semibold tabular-nums">{formatDateTime(number.due_at)}</span>
        </DetailRow>
      </dl>
    </div>
  )
}

function NumberRow(props: { name: string; number: string; canCopy?: boolean }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <dt className="text-sm text-ink-muted">{props.name}</dt>
        <dd className="text-2xl font-semibold tabular-nums [overflow-wrap:anywhere]">
          {grouped(props.number)}
        </dd>
      </div>
      {props.canCopy && <CopyButton text={props.number} />}
    </div>
  )
}

/** The shop's own account, in the words of its owner. */
function TransferAccount({ account }: { account: string }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <dt className="text-sm text-ink-muted">匯款帳號</dt>
        <dd className="text-lg font-semibold whitespace-pre-line [overflow-wrap:anywhere]">
          {account}
        </dd>
      </div>
      <CopyButton text={account} />
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  return (
    <Button icon={<Copy />} onClick={() => void copyText(text)}>
      複製
    </Button>
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
