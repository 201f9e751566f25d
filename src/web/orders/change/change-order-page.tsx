import { useEffect, useEffectEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { OrderChangeReply } from '#contract/order-change.ts'
import type { Order } from '#contract/orders.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import { homeMethodId, shippingKindLabels } from '#contract/shipping-kinds.ts'
import { shownAddress } from '#contract/shown-address.ts'
import { t } from '#contract/translate.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { paths } from '../../paths.ts'
import { emptyAddress, toAddress, toAddressForm } from '../../shared/address-form.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { showToast } from '../../ui/toast-store.ts'
import { AddressFields } from '../address-fields.tsx'
import { nothingKnown } from '../contact.ts'
import { deliveryFault, toChoice } from '../delivery/delivery-choice.ts'
import { DeliveryFields } from '../delivery/delivery-fields.tsx'
import type { CheckoutFields } from '../order-content.ts'
import { OrderSection } from '../order-section.tsx'
import { useOrderLife } from '../orders.queries.ts'
import { OrdersSkeleton } from '../orders-skeleton.tsx'
import { UnknownOrder } from '../unknown-order.tsx'
import { ChangeLines } from './change-lines.tsx'
import {
  askedLines,
  changeableLines,
  parseQuantities,
  quantitiesText,
} from './change-quantities.ts'
import { ChangeSummary } from './change-summary.tsx'
import { useChangeOrder, useChangePreview } from './use-change.ts'

/** Changes goods and delivery of an own order, until the shop prepares it. */
export function ChangeOrderPage() {
  const { id = '' } = useParams()
  const life = useOrderLife(id)
  usePageTitle(t('變更訂單', { as: 'verb' }))
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      <h1 className="mb-6 font-serif text-title font-semibold lg:mb-8">
        {t('變更訂單', { as: 'verb' })}
      </h1>
      {life.data?.can_change ? (
        <ChangeForm order={life.data.order} />
      ) : life.data ? (
        <NotChangeable order={life.data.order} />
      ) : life.error?.status === 404 ? (
        <UnknownOrder next={paths.order(id)} />
      ) : life.isError ? (
        <ErrorState message={t('訂單暫時無法顯示')} onRetry={() => life.refetch()} />
      ) : (
        <OrdersSkeleton />
      )}
    </div>
  )
}

function NotChangeable({ order }: { order: Order }) {
  const message = order.group
    ? t('這是跟團的訂單，請在「我的團」變更份數')
    : t('這筆訂單已經無法自行變更，需要協助請在訂單頁留言給我們')
  return (
    <EmptyState
      message={message}
      action={
        <Link
          to={order.group ? paths.myGroups() : paths.order(order.id)}
          className={buttonClass('primary')}
        >
          {order.group ? t('前往我的團') : t('回訂單')}
        </Link>
      }
    />
  )
}

const noContact = { name: '', email: '', tel: '', message: '', hasConsent: false }

function ChangeForm({ order }: { order: Order }) {
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const lines = changeableLines(order)
  const quantities = parseQuantities(query.get('qty'))
  // In the address: the way back from a map of stores loads the page anew.
  const moving = query.get('to') ?? undefined
  const isMoving = moving !== undefined
  const methods = shopMethods()
  const form = useForm<CheckoutFields>({
    defaultValues: {
      ...noContact,
      ...{ method: moving || methodOf(order, methods)?.id || '', place: '', store: '' },
      ...(order.shipping?.kind === 'home' ? toAddressForm(order.user.address) : emptyAddress),
    },
    shouldFocusError: false,
  })
  const typed = useWatch({ control: form.control }) as CheckoutFields
  const method = methods.find(({ id }) => id === typed.method)
  const shipping = isMoving && method ? movedTo(method, typed) : undefined
  const asked = {
    params: { id: order.id },
    data: { lines: askedLines(lines, quantities), ...(shipping && { shipping }) },
  }
  const { preview, isCurrent, fault, isFailed, refetch } = useChangePreview(asked)
  const change = useChangeOrder({
    onChanged: (reply) => {
      const isOwed = order.is_paid && reply.to_pay > 0
      const due = isOwed ? t('請補付') : t('應付')
      showToast({ tone: 'success', text: doneText(reply, due) })
      void navigate((isOwed ? paths.pay : paths.order)(order.id), { replace: true })
    },
    onRefused: refetch,
  })

  function changeQuantity(soldId: string, qty: number) {
    const ordered = lines.find((line) => line.soldId === soldId)?.ordered
    const next = new Map(quantities)
    if (qty === ordered) next.delete(soldId)
    else next.set(soldId, qty)
    keep('qty', next.size > 0 ? quantitiesText(next) : undefined)
    change.reset()
  }

  function keep(name: 'qty' | 'to', value: string | undefined) {
    const params = new URLSearchParams(query)
    if (value === undefined) params.delete(name)
    else params.set(name, value)
    if (name === 'to') params.delete('store')
    setQuery(params, { replace: true, preventScrollReset: true })
  }

  const chosen = useEffectEvent((id: string) => {
    if (isMoving && id !== moving) keep('to', id)
  })
  useEffect(() => chosen(typed.method), [typed.method])

  /** Faults of the address are told at its fields. */
  async function send() {
    if (isMoving && !(await form.trigger())) return
    if (!isReady || !preview) return
    const expected_difference = preview.difference
    change.mutate({ ...asked, data: { ...asked.data, expected_difference } })
  }

  const isMissing = isMoving && shipping === undefined
  const isSame = quantities.size === 0 && shipping === undefined
  const isReady = isCurrent && fault === undefined && !isMissing && !isSame
  return (
    <div className="space-y-6">
      <p className="text-ink-muted">
        {t('訂單 {number}{part}', {
          number: order.number,
          part:
            order.is_paid &&
            t('，已付款。變更後金額較低會退還差額，較高需要補付，補付後才會出貨。'),
        })}
      </p>
      <OrderSection title={t('商品')}>
        <ChangeLines lines={lines} quantities={quantities} onChange={changeQuantity} />
      </OrderSection>
      <OrderSection title={t('配送')}>
        {isMoving ? (
          <div className="space-y-6">
            {shopTerms?.delivery ? (
              <DeliveryFields
                form={form}
                known={nothingKnown}
                methods={methods}
                offer={preview?.methods}
              />
            ) : (
              <AddressFields control={form.control} />
            )}
            <Button variant="secondary" onClick={() => keep('to', undefined)}>
              {t('不變更配送')}
            </Button>
          </div>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {order.shipping?.name}
              <span className="block text-sm text-ink-muted">
                {shownAddress(order.user.address)}
              </span>
            </p>
            <Button variant="secondary" onClick={() => keep('to', typed.method)}>
              {t('變更配送')}
            </Button>
          </div>
        )}
      </OrderSection>
      <OrderSection title={t('金額')}>
        {preview && (
          <ChangeSummary preview={preview} isCurrent={isCurrent} isPaid={order.is_paid} />
        )}
        <div className="mt-4 space-y-4">
          <FormNotice failure={fault ?? change.error?.message} />
          {isFailed && (
            <Button variant="secondary" onClick={refetch}>
              {t('重試')}
            </Button>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              isLoading={change.isPending}
              aria-disabled={!isReady}
              onClick={() => void send()}
            >
              {t('確定變更')}
            </Button>
            <Link to={paths.order(order.id)} className={buttonClass('secondary')}>
              {t('不變更')}
            </Link>
          </div>
          {isSame && (
            <p className="text-sm text-ink-muted">
              {t('調整數量或配送後，這裡會顯示變更後的金額。')}
            </p>
          )}
          {isMissing && <p className="text-sm text-ink-muted">{t('請先完成配送的選擇。')}</p>}
        </div>
      </OrderSection>
    </div>
  )
}

/** A shop with one way home lists none to choose. */
function shopMethods(): readonly ShippingMethod[] {
  const home = { id: homeMethodId, kind: 'home', name: t(shippingKindLabels.home) } as const
  const terms = { fee: 0, free_over: null, outlying: { mode: 'same' }, cod: false } as const
  return shopTerms?.delivery ?? [{ ...home, ...terms, temperatures: ['normal'] }]
}

/** The method that an order has, which may have another name by now. */
function methodOf({ shipping }: Order, methods: readonly ShippingMethod[]) {
  const ofKind = methods.filter(({ kind }) => kind === shipping?.kind)
  return ofKind.find(({ name }) => name === shipping?.name) ?? ofKind[0]
}

/** The choice as it is sent; undefined while something of it is missing. */
function movedTo(method: ShippingMethod, typed: CheckoutFields) {
  if (deliveryFault(method, typed)) return undefined
  const { place, store } = typed
  const choice = toChoice(method, { place, store, fee: undefined })
  if (method.kind !== 'home') return choice
  const address = toAddress(typed)
  return address === '' ? undefined : { ...choice, address }
}

function doneText(reply: OrderChangeReply, due: string): string {
  const { before, after, message, refund, to_pay: toPay } = reply
  // A change to what it is already is none.
  if (JSON.stringify(before) === JSON.stringify(after)) return message
  if (refund > 0) return t('訂單已變更，將退還 {refund}', { refund: formatMoney(refund) })
  return toPay > 0
    ? t('訂單已變更，{due} {toPay}', { due, toPay: formatMoney(toPay) })
    : t('訂單已變更')
}
