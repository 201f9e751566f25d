import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { contactName } from '#contract/members.ts'
import { adminOrderApi, type StaffOrder } from '#contract/orders.ts'
import { write } from '../../api/write.ts'
import { toAddress, toAddressForm } from '../../shared/address-form.ts'
import { deliveryName } from '../../shared/delivery-name.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { Panel } from '../ui/panel.tsx'
import { UnsavedDialog } from '../ui/unsaved-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts'
import { ContactFields, type ContactForm, contactWords, telFault } from './contact-fields.tsx'
import type { OrderLife } from './order-life.ts'
import { OrderContact } from './order-summary.tsx'

/** The orderer, the address and the remark of an order; they are edited in place. */
export function OrderCustomer({ life }: { life: OrderLife }) {
  const { order } = life
  const { user } = order
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  function close() {
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }
  if (isEditing) {
    return (
      <Panel title="訂購人">
        <ContactEditor order={order} onClose={close} />
      </Panel>
    )
  }
  const action = !life.is_archived && (
    <ActionButton
      ref={edit}
      permission="order.write"
      color="inherit"
      aria-label="編輯訂購人"
      onClick={() => setEditing(true)}
    >
      編輯
    </ActionButton>
  )
  const method = deliveryName(order.shipping)
  const isPickedUp = (order.shipping?.kind ?? 'home') !== 'home'
  return (
    <Panel title="訂購人" action={action}>
      <Box component="dl" sx={facts}>
        <dt>姓名</dt>
        <dd>{contactName(user.name)}</dd>
        <dt>電子信箱</dt>
        <dd>{user.email}</dd>
        {method && (
          <>
            <dt>配送方式</dt>
            <dd>{method}</dd>
          </>
        )}
        <dt>{isPickedUp ? '取貨地點' : '地址'}</dt>
        <dd>{user.address}</dd>
      </Box>
      <OrderContact order={order} />
    </Panel>
  )
}

function ContactEditor({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  // A refetch while it is edited must change neither the values nor what counts as dirty.
  const [known] = useState((): ContactForm => {
    const { name, email, tel, address } = order.user
    const person = { name: contactName(name), email, tel }
    return { ...person, ...toAddressForm(address), message: order.message }
  })
  const form = useForm({ defaultValues: known })
  const { control, setFocus } = form
  const save = useSaveEntry({
    form,
    save: (typed) =>
      write(adminOrderApi.update, { params: { id: order.id }, data: changes(known, typed) }),
    words: contactWords,
    onSaved: onClose,
  })
  const guard = useUnsavedGuard({ isDirty: save.isDirty, onClose })
  useEffect(() => setFocus('tel'), [setFocus])
  return (
    <Box
      component="form"
      noValidate
      aria-label="編輯訂購人"
      onSubmit={(event) => {
        event.preventDefault()
        if (save.isDirty) save.submit()
        else onClose()
      }}
      sx={{ display: 'grid', gap: 2, pt: 1 }}
    >
      <TextFormField
        control={control}
        name="tel"
        label={contactWords.tel.label}
        required
        validate={(typed) => telFault(typed, known.tel)}
      />
      <ContactFields
        control={control}
        known={known}
        hasAddress={(order.shipping?.kind ?? 'home') === 'home'}
      />
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

/** The fields that differ alone, so that a change of a colleague stays. */
function changes(known: ContactForm, typed: ContactForm) {
  const { message, zip, county, district, address, ...person } = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => known[name as keyof ContactForm] !== value),
  ) as Partial<ContactForm>
  const isMoved = [zip, county, district, address].some((part) => part !== undefined)
  const user = { ...person, ...(isMoved && { address: toAddress(typed) }) }
  return {
    ...(Object.keys(user).length > 0 && { user }),
    ...(message !== undefined && { message }),
  }
}

const facts = {
  m: 0,
  mb: 0.5,
  display: 'grid',
  gridTemplateColumns: '5em minmax(0, 1fr)',
  columnGap: 1,
  rowGap: 0.5,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const
