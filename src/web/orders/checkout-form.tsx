import { useEffect, useEffectEvent, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../api/member-session.ts'
import { shopTerms } from '../api/shop-config.ts'
import { CartAmounts } from '../cart/cart-amounts.tsx'
import { CreditRows } from '../cart/credit-rows.tsx'
import { SummaryCard } from '../cart/summary-card.tsx'
import { summaryLayout } from '../cart/summary-layout.ts'
import { toAddress } from '../shared/address-form.ts'
import { invoiceFieldOf, toInvoice } from '../shared/invoice-fields.ts'
import { Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { ConsentField } from './consent-field.tsx'
import { isKnown, normalizeTel, storedName } from './contact.ts'
import { ContactFields } from './contact-fields.tsx'
import { CreditFields } from './credit/credit-fields.tsx'
import { useCreditChoice } from './credit/use-credit-choice.ts'
import type { OwnCredit } from './credit/use-own-credit.ts'
import { deliveryFault, toChoice } from './delivery/delivery-choice.ts'
import { DeliverySection, type QuotedDelivery } from './delivery/delivery-section.tsx'
import { useStoreRecipient } from './delivery/use-store-recipient.ts'
import { focusFirstError } from './focus-first-error.ts'
import { InvoiceSection } from './invoice/invoice-section.tsx'
import type { CheckoutFields, OrderContent } from './order-content.ts'
import { OrderLines } from './order-lines.tsx'
import { RecipientSummary } from './recipient-summary.tsx'
import type { CheckoutDefaults } from './use-checkout-defaults.ts'
import { useCheckoutForm } from './use-checkout-form.ts'

interface CheckoutFormProps {
  /** Null: a guest. */
  user: MemberUser | null
  cart: Cart
  defaults: CheckoutDefaults
  /** Credit and points that the member can use; null or absent: none. */
  account?: OwnCredit | null
  /** The errors of the server, by the name of the field. */
  serverErrors?: Record<string, string> | undefined
  isSending: boolean
  /** With the cart that was shown. */
  onSubmit: (order: OrderContent, cart: Cart) => void
}

export function CheckoutForm(props: CheckoutFormProps) {
  const { user, cart, defaults, isSending, serverErrors } = props
  const { form, known, editContact } = useCheckoutForm(user, defaults)
  const { register, handleSubmit, formState, setError } = form
  const { errors } = formState
  const { delivery: methods } = shopTerms ?? {}
  const [quoted, setQuoted] = useState<QuotedDelivery>()
  const shown = quoted?.cart ?? cart
  const credit = useCreditChoice(props.account ?? null, shown.payable)
  const kind = quoted?.method?.kind ?? 'home'
  const hasAddress = kind === 'home'
  const isQuoting = methods !== undefined && (!quoted || quoted.isStale)
  const recipient = useStoreRecipient(form, known, kind === 'store')

  // An error of a field that is not there could not be corrected, and would refuse every submission.
  const showErrors = useEffectEvent((fields: Record<string, string>) => {
    const [first] = Object.keys(fields)
    const { invoice } = form.getValues()
    for (const [name, message] of Object.entries(fields)) {
      const ofInvoice = invoice && invoiceFieldOf(name, invoice)
      const options = { shouldFocus: name === first }
      if (ofInvoice) setError(`invoice.${ofInvoice}`, { message }, options)
      if (!isField(name) || isKnown(name, known)) continue
      setError(name === 'place_id' ? 'place' : name, { message }, options)
    }
  })
  useEffect(() => showErrors(serverErrors ?? {}), [serverErrors])

  function submit(typed: CheckoutFields) {
    if (isSending || isQuoting) return
    if (methods && !quoted?.method) return
    const fee = shown.shipping_fee
    const fault = quoted?.method && deliveryFault(quoted.method, typed)
    if (fault) {
      form.setError(fault.field, fault, { shouldFocus: true })
      return
    }
    const shipping = quoted?.method && toChoice(quoted.method, { ...typed, fee })
    const order = {
      user: {
        name: storedName(recipient.name ?? typed.name.trim(), user?.uid),
        email: known.email ?? typed.email.trim(),
        tel: recipient.tel ?? normalizeTel(typed.tel),
        ...(hasAddress && { address: known.address ?? toAddress(typed) }),
      },
      message: typed.message.trim(),
      ...(shipping && { shipping }),
      ...(typed.invoice && { invoice: toInvoice(typed.invoice) }),
      ...credit.asked,
    }
    props.onSubmit(order, shown)
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit, (invalid) => focusFirstError(form, invalid))}
      className={summaryLayout}
    >
      <div className="space-y-6">
        <RecipientSummary known={recipient} hasAddress={hasAddress} onEdit={editContact} />
        <ContactFields
          form={form}
          known={recipient}
          hasAddress={!methods}
          isPickedUp={kind === 'store'}
        />
        {methods && (
          <DeliverySection
            form={form}
            known={known}
            methods={methods}
            isSending={isSending}
            onQuote={setQuoted}
          />
        )}
        <InvoiceSection form={form} />
        {credit.choice && <CreditFields choice={credit.choice} />}
        <TextAreaField
          label={t('備註')}
          rows={4}
          maxLength={2000}
          help={t('選填，例如希望的送達時段')}
          error={errors.message?.message}
          {...register('message')}
        />
        <ConsentField form={form} defaults={defaults} />
      </div>
      <SummaryCard
        title={t('訂單摘要')}
        total={(shown.charge ?? shown.payable) - credit.used}
        action={
          <Button type="submit" variant="primary" fullWidth isLoading={isSending || isQuoting}>
            {t('送出訂單')}
          </Button>
        }
      >
        <OrderLines lines={shown.carts} />
        <div className="mt-5 border-t border-line pt-4">
          <CartAmounts cart={shown} />
          <dl className="mt-2 space-y-2 empty:hidden">
            <CreditRows {...credit.asked} />
          </dl>
        </div>
      </SummaryCard>
    </form>
  )
}

type ContactField = 'name' | 'email' | 'tel' | 'address' | 'message' | 'place_id'

function isField(name: string): name is ContactField {
  return ['name', 'email', 'tel', 'address', 'message', 'place_id'].includes(name)
}
