import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Campaign } from '#contract/campaigns.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import type * as schema from '#contract/participations.schema.ts'
import { t } from '#contract/translate.ts'
import { ApiError } from '../../api/api-error.ts'
import type { MemberUser } from '../../api/member-session.ts'
import { ConsentField } from '../../orders/consent-field.tsx'
import { isKnown, normalizeTel, storedName } from '../../orders/contact.ts'
import { ContactFields } from '../../orders/contact-fields.tsx'
import { CreditFields } from '../../orders/credit/credit-fields.tsx'
import { useCreditChoice } from '../../orders/credit/use-credit-choice.ts'
import { type OwnCredit, useOwnCredit } from '../../orders/credit/use-own-credit.ts'
import {
  chosenMethod,
  deliveryFault,
  toChoice,
  useAskedDelivery,
} from '../../orders/delivery/delivery-choice.ts'
import { DeliveryFields } from '../../orders/delivery/delivery-fields.tsx'
import { useStoreRecipient } from '../../orders/delivery/use-store-recipient.ts'
import { fieldOrder, focusFirstError } from '../../orders/focus-first-error.ts'
import { InvoiceSection } from '../../orders/invoice/invoice-section.tsx'
import type { CheckoutFields } from '../../orders/order-content.ts'
import { RecipientSummary } from '../../orders/recipient-summary.tsx'
import { type CheckoutDefaults, useCheckoutDefaults } from '../../orders/use-checkout-defaults.ts'
import { useCheckoutForm } from '../../orders/use-checkout-form.ts'
import { toAddress } from '../../shared/address-form.ts'
import { invoiceFieldOf, toInvoice } from '../../shared/invoice-fields.ts'
import { LeaveAppNotice } from '../../shared/leave-app-notice.tsx'
import { notedShareVia } from '../../shared/share-via.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { methodsOf } from '../campaign-methods.ts'
import { useJoinQuote } from '../campaigns.queries.ts'
import type { LinkedSeller } from '../sellers/sellers.queries.ts'
import { askedQuantities } from './asked-quantities.ts'
import { fewerHelp } from './fewer-help.ts'
import { firstQuantities, PlaceLines, toLines } from './place-lines.tsx'
import { PlaceQuoteSum } from './place-quote.tsx'

type JoinData = EndpointInput<typeof schema.openTeam>['data']

interface JoinFormProps {
  user: MemberUser
  campaign: Campaign
  placesLeft?: number | undefined
  /** Opens a team: the leader names the place to hand out. */
  isLeader?: boolean
  /** Somebody else sees who joins. */
  hasLeader?: boolean
  /** Whose link led here. */
  seller?: LinkedSeller | undefined
  error: Error | null
  isSending: boolean
  onSubmit: (data: JoinData) => void
}

/** Quantities, the contact that is not known yet, and what the shopper agrees to. */
export function JoinForm(props: JoinFormProps) {
  const defaults = useCheckoutDefaults(props.user)
  const account = useOwnCredit(props.user)
  if (!defaults || account === undefined) return <Skeleton className="h-96 rounded-card" />
  return <JoinFields {...props} defaults={defaults} account={account} />
}

function JoinFields(
  props: JoinFormProps & { defaults: CheckoutDefaults; account: OwnCredit | null },
) {
  const { user, campaign, defaults, placesLeft, isLeader = false, hasLeader = false } = props
  const { error, isSending, onSubmit } = props
  // The own link does not count.
  const seller = props.seller?.name === undefined ? undefined : props.seller
  const [query] = useSearchParams()
  const [quantities, setQuantities] = useState(
    () => askedQuantities(campaign, query) ?? firstQuantities(campaign),
  )
  const [acceptsFewer, setAcceptsFewer] = useState(true)
  const [isAnonymous, setAnonymous] = useState(false)
  const [pickupPlace, setPickupPlace] = useState('')
  const [coupon, setCoupon] = useState('')
  const [askedCoupon, setAskedCoupon] = useState('')
  const couponField = useRef<HTMLInputElement>(null)
  const { form, known, editContact } = useCheckoutForm(user, defaults)
  const { handleSubmit, setError } = form
  const isSent = campaign.delivery === 'each'
  const asksAddress = isSent || isLeader
  const lines = toLines(campaign, quantities)
  const { pathname } = useLocation()
  const methods = methodsOf(campaign)
  const asked = useAskedDelivery(form, known)
  const { couponError, ...quoted } = useJoinQuote(campaign.id, lines, {
    coupon: askedCoupon,
    asked: methods && asked,
  })
  const { quote, isCurrent } = quoted
  const goods = quote ? quote.total - quote.shipping_fee : 0
  const credit = useCreditChoice(props.account, goods)
  const { policyVersion } = defaults
  const method = methods && chosenMethod(methods, quote?.shipping)
  const kind = method?.kind ?? 'home'
  const recipient = useStoreRecipient(form, known, kind === 'store')
  const sendsAddress = asksAddress && kind === 'home'
  const fieldErrors = error instanceof ApiError ? error.fields : undefined

  // An error of a field that is not there could not be corrected, and would refuse every submission.
  const showErrors = useEffectEvent((fields: Record<string, string>) => {
    const { invoice } = form.getValues()
    for (const [name, message] of Object.entries(fields)) {
      const ofInvoice = invoice && invoiceFieldOf(name, invoice)
      if (ofInvoice) setError(`invoice.${ofInvoice}`, { message })
      if (!isField(name) || isKnown(name, known)) continue
      if (name !== 'address' || asksAddress) setError(name, { message })
    }
  })
  useEffect(() => showErrors(fieldErrors ?? {}), [fieldErrors])

  function submit(typed: CheckoutFields) {
    if (isSending || !quote || !isCurrent) return
    // The shopper agrees to what is shown: first the price with the coupon.
    if (coupon.trim() !== askedCoupon || couponError !== undefined) {
      setAskedCoupon(coupon.trim())
      couponField.current?.focus()
      return
    }
    if (methods && !method) return
    const fault = method && deliveryFault(method, typed)
    if (fault) {
      form.setError(fault.field, fault, { shouldFocus: true })
      return
    }
    const shipping = method && toChoice(method, { ...typed, fee: quote.shipping_fee })
    const via = notedShareVia()
    onSubmit({
      lines,
      user: {
        name: storedName(recipient.name ?? typed.name.trim(), user.uid),
        email: known.email ?? typed.email.trim(),
        tel: recipient.tel ?? normalizeTel(typed.tel),
        ...(sendsAddress && { address: known.address ?? toAddress(typed) }),
      },
      ...(shipping && { shipping }),
      ...(typed.invoice && { invoice: toInvoice(typed.invoice) }),
      is_anonymous: isAnonymous,
      ...(via && { via }),
      ...(seller && { seller: seller.code }),
      accepts_fewer: acceptsFewer,
      ...(askedCoupon !== '' && { coupon: askedCoupon }),
      ...(isLeader && !isSent && { pickup_place: pickupPlace.trim() }),
      ...(policyVersion !== undefined && { privacy_version: policyVersion }),
      ...credit.asked,
      expected_total: quote.total - credit.used,
    })
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit, (invalid) => focusFirstError(form, invalid))}
      className="space-y-5"
    >
      <PlaceLines campaign={campaign} quantities={quantities} onChange={setQuantities} />
      {placesLeft !== undefined && (
        <p className="text-sm text-ink-muted tabular-nums">
          {t('還有 {placesLeft} 份名額', { placesLeft })}
        </p>
      )}
      <RecipientSummary known={recipient} hasAddress={sendsAddress} onEdit={editContact} />
      <ContactFields
        form={form}
        known={recipient}
        hasAddress={asksAddress && !methods}
        isPickedUp={kind === 'store'}
      />
      {methods && (
        <DeliveryFields form={form} known={known} methods={methods} offer={quote?.shipping} />
      )}
      {isLeader && !isSent && (
        <p className="text-sm text-ink-muted">
          {t('商店把整團的商品寄到您的地址；這個地址只有商店看得到。')}
        </p>
      )}
      {isLeader && campaign.commission_percent && (
        <p className="text-sm text-ink-muted">
          {t('團員的訂單完成後，您可得商品金額 {commission_percent} % 的分潤；自己的訂單不計。', {
            commission_percent: campaign.commission_percent,
          })}
        </p>
      )}
      {!isSent && isLeader && (
        <TextField
          label={t('取貨地點')}
          maxLength={200}
          help={t('團購頁上看得到，請填約定的地點，例如：捷運中山站 2 號出口')}
          value={pickupPlace}
          onChange={({ target }) => setPickupPlace(target.value)}
        />
      )}
      <InvoiceSection form={form} />
      {campaign.coupons && (
        <TextField
          label={t('優惠碼')}
          maxLength={100}
          help={t('選填')}
          ref={couponField}
          value={coupon}
          error={coupon.trim() === askedCoupon ? couponError : undefined}
          onChange={({ target }) => setCoupon(target.value)}
          onBlur={() => setAskedCoupon(coupon.trim())}
        />
      )}
      {credit.choice && <CreditFields choice={credit.choice} />}
      <div>
        <CheckboxField
          label={t('可接受較少份數')}
          help={fewerHelp(campaign)}
          checked={acceptsFewer}
          onChange={({ target }) => setAcceptsFewer(target.checked)}
        />
        <CheckboxField
          label={t('匿名跟團')}
          help={t('其他人會看到「匿名團友」')}
          checked={isAnonymous}
          onChange={({ target }) => setAnonymous(target.checked)}
        />
        {seller && (
          <p className="mb-2 text-sm text-ink-muted">
            {t('由 {name} 幫賣，對方只會看到您遮蔽的稱呼、份數與進度', { name: seller.name })}
          </p>
        )}
        {hasLeader && (
          <p className="mb-2 text-sm text-ink-muted">{t('團主會看到您的稱呼、電話末三碼與數量')}</p>
        )}
        <ConsentField form={form} defaults={defaults} />
      </div>
      {campaign.money === 'authorise_capture' && (
        <LeaveAppNotice path={pathname} copyLabel={t('複製團購網址')} />
      )}
      <div className="-bottom-6 -mx-6 -mb-6 flex flex-col gap-3 rounded-b-card border-t border-line bg-surface px-6 pt-3 pb-6 [@media(min-height:36rem)]:sticky">
        <PlaceQuoteSum state={quoted} hasLines={lines.length > 0} use={credit.asked} />
        {campaign.money === 'pay_after_success' && !user.emailVerified && !user.hasLine && (
          <p className="text-sm text-ink-muted">
            {t('名額先保留；驗證電子信箱後才算入成團份數，請在截止前完成')}
          </p>
        )}
        <FormNotice failure={error?.message} />
        <Button
          type="submit"
          variant="primary"
          fullWidth
          disabled={!isCurrent}
          isLoading={isSending}
        >
          {isLeader ? t('確認開團') : t('確認跟團')}
        </Button>
      </div>
    </form>
  )
}

/** It has no field for a remark. */
function isField(name: string): name is (typeof fieldOrder)[number] {
  return name !== 'message' && fieldOrder.some((field) => field === name)
}
