import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { invoiceChoiceText } from '#contract/invoice-words.ts'
import { adminOrderApi, type StaffOrder } from '#contract/orders.ts'
import { shopTerms } from '../../../api/shop-config.ts'
import { write } from '../../../api/write.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts'
import type { OrderLife } from '../order-life.ts'
import { InvoiceFormFields } from './invoice-form-fields.tsx'
import {
  fromStaffInvoice,
  type InvoiceForm,
  invoiceWords,
  staffInvoiceField,
  toStaffInvoice,
} from './staff-invoice.ts'

/** The invoice that was chosen for an order, edited in place until it is issued. */
export function OrderInvoiceChoice({
  life,
  isFixed = false,
}: {
  life: OrderLife
  isFixed?: boolean
}) {
  const { order } = life
  const { invoice_choice: choice } = order
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const { issuesInvoices = false } = shopTerms ?? {}
  if (!choice && !issuesInvoices) return null
  function close() {
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }
  const action = issuesInvoices && !isFixed && !isEditing && !life.is_archived && (
    <ActionButton
      ref={edit}
      permission="order.write"
      color="inherit"
      aria-label="編輯發票資料"
      onClick={() => setEditing(true)}
    >
      編輯
    </ActionButton>
  )
  return (
    <Panel title="發票資料" action={action}>
      {isEditing ? (
        <ChoiceEditor order={order} onClose={close} />
      ) : (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {choice
            ? invoiceChoiceText(choice)
            : isFixed
              ? '未指定，存入會員載具'
              : '未指定，開立時存入會員載具'}
          {isFixed && (
            <Box sx={{ mt: 0.5, color: 'text.secondary', fontSize: '0.875rem' }}>
              發票已開立，要更改請用「作廢重開」
            </Box>
          )}
        </Box>
      )}
    </Panel>
  )
}

function ChoiceEditor({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const form = useForm<InvoiceForm>({
    defaultValues: { invoice: toStaffInvoice(order.invoice_choice ?? { kind: 'person' }) },
  })
  const { setFocus } = form
  const save = useSaveEntry({
    form,
    save: ({ invoice }) => {
      const data = { invoice: fromStaffInvoice(invoice) ?? { kind: 'person' as const } }
      return write(adminOrderApi.update, { params: { id: order.id }, data })
    },
    words: invoiceWords,
    fieldOf: (name) => staffInvoiceField(name, form.getValues('invoice')) ?? 'invoice.kind',
    onSaved: onClose,
  })
  const guard = useUnsavedGuard({ isDirty: save.isDirty, onClose })
  useEffect(() => setFocus('invoice.kind'), [setFocus])
  return (
    <Box
      component="form"
      noValidate
      aria-label="編輯發票資料"
      onSubmit={(event) => {
        event.preventDefault()
        save.submit()
      }}
      sx={{ display: 'grid', gap: 2, pt: 1 }}
    >
      <InvoiceFormFields control={form.control} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button color="inherit" onClick={guard.close}>
          取消
        </Button>
        <ActionButton type="submit" variant="contained" isLoading={save.isSaving}>
          儲存
        </ActionButton>
      </Box>
      {guard.isAsking && <UnsavedDialog onDiscard={guard.discard} onStay={guard.stay} />}
    </Box>
  )
}
