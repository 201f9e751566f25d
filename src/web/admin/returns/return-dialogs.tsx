import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { formatMoney } from '#contract/money.ts'
import { splitRefund } from '#contract/return-value.ts'
import { adminReturnApi, type StaffReturn } from '#contract/returns.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { write } from '../../api/write.ts'
import { InvoicePreviewNote } from '../invoices/invoice-preview.tsx'
import { DigitsFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

export interface ReturnDialogProps {
  one: StaffReturn
  onClose: () => void
}

/** Accepts a return; the words go to the shopper. */
export function AcceptDialog({ one, onClose }: ReturnDialogProps) {
  const form = useForm({ defaultValues: { answer: '' } })
  const save = useSaveEntry({
    form,
    save: (data) => write(adminReturnApi.accept, { params: { id: one.id }, data }),
    words: { answer: { label: '給顧客的說明' } },
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`接受退貨 ${one.order_number}`}
      submitLabel="接受退貨"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="answer"
          label="給顧客的說明（可不填）"
          rows={3}
          help={
            one.way === 'parcel'
              ? '例如寄回的地址與注意事項；商店設定裡的地址會一併告訴顧客。'
              : '例如約定取件的時間。'
          }
        />
      </Box>
    </FormDialog>
  )
}

/** Refuses a return, or sends goods that came to the shopper once more. */
export function RefuseDialog({ one, onClose }: ReturnDialogProps) {
  return (
    <ReasonDialog
      title={`不接受退貨 ${one.order_number}`}
      submitLabel="確定不接受"
      label="原因"
      missing="請填寫不接受的原因"
      help={
        one.state === 'received'
          ? '顧客會看到這個原因。已經收到的商品要寄還給顧客。'
          : '顧客會看到這個原因。期限內的退貨只有依法不適用的商品可以不接受。'
      }
      save={(data) => write(adminReturnApi.refuse, { params: { id: one.id }, data })}
      onSaved={onClose}
      onClose={onClose}
    />
  )
}

interface JudgeForm {
  lines: { to_stock: number | ''; written_off: number | '' }[]
}

/** Pieces of each line that came back: sold again, or written off. */
export function JudgeDialog({ one, onClose }: ReturnDialogProps) {
  const idempotency = useIdempotencyKey()
  const isReceived = one.state === 'received'
  const form = useForm<JudgeForm>({
    defaultValues: { lines: one.lines.map(({ qty }) => ({ to_stock: qty, written_off: 0 })) },
  })
  const save = useSaveEntry<JudgeForm>({
    form,
    save: ({ lines }) => {
      const judged = one.lines.map(({ line_id }, index) => ({
        line_id,
        to_stock: Number(lines[index]?.to_stock || 0),
        written_off: Number(lines[index]?.written_off || 0),
      }))
      const endpoint = isReceived ? adminReturnApi.judge : adminReturnApi.receive
      const input = { params: { id: one.id }, data: { lines: judged } }
      return write(endpoint, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: { lines: { label: '退回的件數' } },
    onSaved: onClose,
  })
  const title = isReceived ? '檢查結果' : '收到並檢查'
  return (
    <FormDialog
      title={`${title} ${one.order_number}`}
      submitLabel="儲存檢查結果"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <Box sx={{ color: 'text.secondary' }}>
          照實際收到的件數填寫；沒有收到的件數不填，之後可以再申請。儲存後庫存立刻更新，不能改回。
        </Box>
        {one.lines.map(({ line_id, title: goods, qty }, index) => (
          <Box component="fieldset" aria-label={goods} key={line_id} sx={row}>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {goods} × {qty}
            </Box>
            <DigitsFormField
              control={form.control}
              name={`lines.${index}.to_stock`}
              label="放回庫存"
            />
            <DigitsFormField
              control={form.control}
              name={`lines.${index}.written_off`}
              label="報廢"
            />
          </Box>
        ))}
      </Box>
    </FormDialog>
  )
}

const row = {
  m: 0,
  p: 0,
  border: 0,
  minWidth: 0,
  display: 'grid',
  gap: 2,
  alignItems: 'center',
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1fr) 120px 120px' },
  '& > span': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
} as const

interface RefundForm {
  amount: number | ''
  reason: string
}

/** Pays back what came back; without goods, for a reason. */
export function RefundReturnDialog({ one, onClose }: ReturnDialogProps) {
  const idempotency = useIdempotencyKey()
  const { goods = 0, fee = 0, refundable = 0 } = one.sums ?? {}
  const usual = Math.min(goods + fee, refundable)
  const isWithoutGoods = one.state !== 'judged'
  const form = useForm<RefundForm>({ defaultValues: { amount: usual, reason: '' } })
  const save = useSaveEntry<RefundForm>({
    form,
    save: ({ amount, reason }) => {
      const data = { amount: Number(amount || 0), reason }
      const input = { params: { id: one.id }, data }
      return write(adminReturnApi.refund, input, { idempotencyKey: idempotency.keyOf(input) })
    },
    words: { amount: { label: '退款金額' }, reason: { label: '原因' } },
    onSaved: onClose,
  })
  const amount = form.watch('amount')
  const { money, text } = refundParts(one, Number(amount || 0))
  return (
    <FormDialog
      title={`${isWithoutGoods ? '不收回商品，直接退款' : '退款'} ${one.order_number}`}
      submitLabel={amount === '' ? '退款' : `退款 ${formatMoney(amount)}`}
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <DigitsFormField
          control={form.control}
          name="amount"
          label="退款金額（NT$）"
          required
          help={sumsText({ goods, fee, refundable })}
        />
        <TextFormField
          control={form.control}
          name="reason"
          label={isWithoutGoods ? '原因' : '金額不同的原因'}
          required={isWithoutGoods || amount !== usual}
          help="顧客會看到這個原因。"
        />
        {text !== '' && <Alert severity="info">{text}</Alert>}
        <InvoicePreviewNote orderId={one.order_id} refund={money} />
      </Box>
    </FormDialog>
  )
}

/** Where a refund goes, and the part of it that leaves the shop; in whole NT$. */
function refundParts(
  { sums, to }: Pick<StaffReturn, 'sums' | 'to'>,
  amount: number,
): { money: number; text: string } {
  const back = sums?.back
  const { money, credit } = back ? splitRefund(amount, back) : { money: amount, credit: 0 }
  const isOn = shopTerms?.credit?.credit === true
  const isCredit = to === 'credit' && isOn
  const texts = [
    isCredit && money > 0 && `顧客選擇退成購物金：${formatMoney(money)} 立即存入，發票不變`,
    to === 'credit' && !isOn && '顧客選擇退成購物金，但購物金已關閉，退回原付款方式',
    credit > 0 && !isCredit && money > 0 && `${formatMoney(money)} 退回原付款方式`,
    credit > 0 && `${formatMoney(credit)} 退回顧客用掉的購物金與點數`,
  ]
  return { money: isCredit ? 0 : money, text: texts.filter(Boolean).join('；') }
}

function sumsText({ goods, fee, refundable }: NonNullable<StaffReturn['sums']>): string {
  const parts = [`商品 ${formatMoney(goods)}`, fee > 0 && `運費 ${formatMoney(fee)}`]
  return `${parts.filter(Boolean).join('＋')}；這筆訂單最多可退 ${formatMoney(refundable)}`
}
