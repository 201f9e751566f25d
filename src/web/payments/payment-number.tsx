import { formatMoney } from '#contract/money.ts'
import type { PaymentAttempt } from '#contract/payments.ts'
import { DetailRow } from '../orders/detail-row.tsx'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { showToast } from '../ui/toast-store.ts'

/** What the shopper pays by at a machine, a bank or a counter, and until when. */
export function PaymentNumber({ attempt }: { attempt: PaymentAttempt }) {
  const { number, amount } = attempt
  if (!number) return null
  const copied = number.account ?? number.code
  return (
    <div className="rounded-card border border-line-strong p-4">
      <dl>
        {number.bank_code && <DetailRow name="銀行代碼">{number.bank_code}</DetailRow>}
        {number.account && <DetailRow name="繳費帳號">{number.account}</DetailRow>}
        {number.code && <DetailRow name="繳費代碼">{number.code}</DetailRow>}
        {number.barcodes?.map((barcode, index) => (
          <DetailRow key={barcode} name={`條碼 ${index + 1}`}>
            {barcode}
          </DetailRow>
        ))}
        <DetailRow name="繳費金額">{formatMoney(amount)}</DetailRow>
        <DetailRow name="繳費期限">{formatDateTime(number.due_at)}</DetailRow>
      </dl>
      {copied && (
        <Button variant="secondary" onClick={() => void copy(copied)}>
          複製
        </Button>
      )}
    </div>
  )
}

async function copy(text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? { tone: 'success', text: '已複製' }
      : { tone: 'failure', text: '無法複製，請手動選取' },
  )
}
