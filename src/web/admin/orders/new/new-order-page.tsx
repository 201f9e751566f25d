import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { type Customer, customerApi } from '#contract/customers.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { apiQuery } from '../../../api/queries.ts'
import { shopTerms } from '../../../api/shop-config.ts'
import { write } from '../../../api/write.ts'
import { paths } from '../../../paths.ts'
import { emptyAddress, toAddress, toAddressForm } from '../../../shared/address-form.ts'
import { usePageTitle } from '../../../ui/page-head.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { EntryPage } from '../../ui/entry-page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { LeavingContext, useUnsavedGuard } from '../../ui/use-unsaved-guard.ts'
import { ContactFields, type ContactForm, contactWords } from '../contact-fields.tsx'
import { InvoiceFormFields } from '../invoice/invoice-form-fields.tsx'
import {
  fromStaffInvoice,
  invoiceWords,
  staffInvoiceField,
  toStaffInvoice,
} from '../invoice/staff-invoice.ts'
import { CallerField } from './caller-field.tsx'
import { DeliveryChoice, staffMethods } from './delivery-choice.tsx'
import type { NewOrderForm } from './new-order-form.ts'
import { NewOrderLines } from './new-order-lines.tsx'
import { useOrderQuote } from './order-quote.tsx'

type Ordering = Customer & { address: string }
type KnownCustomer = Pick<Customer, 'id' | 'name' | 'member_id'>

const none = { customer: undefined }

/** Enters an order by hand: of a customer whom the address names, or of a caller. */
export function NewOrderPage() {
  const id = useSearchParams()[0].get('customer') ?? ''
  usePageTitle('代客建立訂單')
  const query = useQuery({
    ...apiQuery(customerApi.detail, { params: { id } }),
    enabled: id !== '',
  })
  const caller = { data: none, error: null, refetch: query.refetch }
  const list = id
    ? { name: '顧客資料', path: paths.adminCustomer(id) }
    : { name: '訂單列表', path: paths.adminOrders() }
  return (
    <EntryPage<{ customer: Ordering | undefined }> list={list} query={id ? query : caller}>
      {({ customer }) => <NewOrder key={id} customer={customer} />}
    </EntryPage>
  )
}

function NewOrder({ customer: given }: { customer: Ordering | undefined }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leaving = useContext(LeavingContext)
  const idempotency = useIdempotencyKey()
  const [customer, setCustomer] = useState<KnownCustomer | undefined>(given)
  const { name = '', email = '', tel = '', address = '' } = given ?? {}
  const methods = staffMethods()
  const first = methods?.find(({ kind }) => kind === 'home') ?? methods?.[0]
  const form = useForm<NewOrderForm>({
    defaultValues: {
      ...{ name, email, tel, ...toAddressForm(address) },
      ...{ message: '', lines: [], chargesShipping: 1, method: first?.id ?? '', place: '' },
      invoice: toStaffInvoice(undefined),
    },
  })
  const { control } = form
  const quoted = useOrderQuote(control)
  const method = useWatch({ control, name: 'method' })
  const chosen = methods?.find(({ id }) => id === method)
  const save = useSaveEntry({
    form,
    save: async (typed) => {
      const { lines, message, chargesShipping, name, email, tel, method, place } = typed
      const isPickedUp = chosen?.kind === 'place'
      const user = { name, email, tel, ...(!isPickedUp && { address: toAddress(typed) }) }
      const at = place || chosen?.places?.[0]?.id
      const shipping = method && { method_id: method, ...(isPickedUp && at && { place_id: at }) }
      const products = lines.map(({ productId, variantId, qty }) => ({
        product_id: productId,
        ...(variantId && { variant_id: variantId }),
        qty: Number(qty || 0),
      }))
      const order = { user, message, products, customer_id: customer?.id }
      const terms = { charges_shipping: chargesShipping, expected_total: quoted.quote?.total }
      const invoice = fromStaffInvoice(typed.invoice)
      const choices = { ...(shipping && { shipping }), ...(invoice && { invoice }) }
      const input = { data: { ...order, ...terms, ...choices } }
      try {
        return await write(adminOrderApi.create, input, {
          idempotencyKey: idempotency.keyOf(input),
        })
      } catch (error) {
        // A refused amount is shown as it is by now.
        if (quoted.isAsked) void quoted.refetch()
        throw error
      }
    },
    words: {
      ...{ ...contactWords, ...invoiceWords },
      place_id: { label: '取貨地點', missing: '請選擇取貨地點' },
    },
    fieldOf: (field) =>
      field === 'place_id'
        ? 'place'
        : (staffInvoiceField(field, form.getValues('invoice')) ?? (field as keyof ContactForm)),
    onSaved: ({ orderId }) => {
      leaving.current = true
      void navigate(paths.adminOrder(orderId))
    },
  })
  const guard = useUnsavedGuard({ isDirty: save.isDirty, onClose: () => {} })
  const hasLines = useWatch({ control, name: 'lines' }).length > 0
  // Without a quantity the form says so when it is sent.
  const isReady = hasLines && (quoted.isCurrent || !quoted.isAsked)

  const taken = useRef<string>(undefined)
  async function takeContact(found: Customer) {
    setCustomer(found)
    const fill = (contact: Partial<ContactForm>) => {
      for (const [field, value] of Object.entries(contact)) {
        form.setValue(field as keyof ContactForm, value, { shouldDirty: true })
        form.clearErrors(field as keyof ContactForm)
      }
    }
    fill({ name: found.name, email: found.email, tel: found.tel, ...emptyAddress })
    const detail = apiQuery(customerApi.detail, { params: { id: found.id } })
    taken.current = found.id
    // Another caller may have been chosen, or an address typed, before the answer.
    const isStill = () =>
      taken.current === found.id && !form.getValues(['county', 'address']).some(Boolean)
    try {
      const { address } = (await client.fetchQuery(detail)).customer
      if (isStill()) fill(toAddressForm(address))
    } catch {
      if (isStill()) showToast({ message: '讀不到這位顧客的地址，請自行填寫', success: false })
    }
  }

  return (
    <Box
      component="form"
      noValidate
      aria-label="代客建立訂單"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) save.submit()
      }}
    >
      <Typography variant="h1" sx={{ mb: 2 }}>
        代客建立訂單
      </Typography>
      <Box sx={columns}>
        <Panel title="訂購人">
          <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
            <CallerField
              control={control}
              isKnown={customer !== undefined}
              onChoose={(found) => void takeContact(found)}
            />
            {customer && (
              <Alert
                severity="info"
                action={
                  <Button
                    color="inherit"
                    onClick={() => {
                      taken.current = undefined
                      setCustomer(undefined)
                    }}
                  >
                    改為新顧客
                  </Button>
                }
              >
                {customer.member_id === undefined ? '訪客' : '會員'}「{customer.name}」的訂單
              </Alert>
            )}
            {methods && <DeliveryChoice control={control} methods={methods} quoted={quoted} />}
            <ContactFields control={control} hasAddress={chosen?.kind !== 'place'} />
            {shopTerms?.issuesInvoices && <InvoiceFormFields control={control} />}
          </Box>
        </Panel>
        <Panel title="商品">
          <NewOrderLines control={control} quoted={quoted} />
        </Panel>
      </Box>
      <Box
        sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 2, mt: 2 }}
      >
        {!hasLines && <Box sx={{ color: 'text.secondary' }}>請先加入商品</Box>}
        <ActionButton
          permission="order.write"
          type="submit"
          variant="contained"
          isLoading={save.isSaving}
          disabled={!isReady}
          sx={{ minHeight: 44 }}
        >
          建立訂單
        </ActionButton>
      </Box>
      {guard.isAsking && <UnsavedDialog onDiscard={guard.discard} onStay={guard.stay} />}
    </Box>
  )
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const
