import { HandCoins, type LucideIcon, MapPin, Store, Truck } from 'lucide-react'
import type { Ref } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { ShippingMethod, ShippingOffer } from '#contract/shipping.ts'
import { type ShippingKind, storeChainLabels } from '#contract/shipping-kinds.ts'
import { t } from '#contract/translate.ts'

const icons: Record<ShippingKind, LucideIcon> = {
  home: Truck,
  store: Store,
  place: MapPin,
  leader: HandCoins,
}

/** The methods to choose one of; those that cannot carry the goods say why. */
export function MethodCards(props: {
  /** As the shop lists them, for what the offer does not tell. */
  known: readonly ShippingMethod[]
  /** Undefined until the fees are there. */
  offer: ShippingOffer | undefined
  selected: string
  name: string
  error?: string | undefined
  /** Focused by a form where none is chosen. */
  ref?: Ref<HTMLFieldSetElement>
  onSelect: (id: string) => void
}) {
  const { known, offer, selected, name, error } = props
  const shown =
    offer?.methods ?? known.map((method) => ({ ...method, is_offered: true, fee: undefined }))
  return (
    <fieldset ref={props.ref} tabIndex={-1} className="scroll-mt-24 space-y-2">
      <legend className="mb-3 text-lg font-semibold">{t('配送方式')}</legend>
      {shown.map(({ id, kind, name: label, is_offered: isOffered, fee, ...told }) => {
        const method = known.find((one) => one.id === id)
        const reason = 'reason' in told ? told.reason : undefined
        return (
          <MethodCard
            key={id}
            name={name}
            value={id}
            label={t(label)}
            Icon={icons[kind]}
            note={reason ?? (method && noteOf(method))}
            fee={fee}
            isSelected={selected === id}
            isOffered={isOffered}
            onSelect={() => props.onSelect(id)}
          />
        )
      })}
      {offer?.methods.every((method) => !method.is_offered) ? (
        <p role="alert" className="text-sm text-danger">
          {t('目前沒有可以配送這些商品的方式，請調整購物車或與我們聯絡。')}
        </p>
      ) : (
        error && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )
      )}
    </fieldset>
  )
}

function MethodCard(props: {
  name: string
  value: string
  label: string
  Icon: LucideIcon
  note: string | undefined
  fee: number | undefined
  isSelected: boolean
  isOffered: boolean
  onSelect: () => void
}) {
  const { name, value, label, Icon, note, fee, isOffered } = props
  const noteId = `${name}-${value}`
  return (
    <label
      className={`flex min-h-16 flex-wrap items-center gap-3 rounded-lg border px-4 py-2.5 transition-colors ${isOffered ? 'cursor-pointer border-line-strong hover:border-accent has-checked:border-accent has-checked:bg-accent-soft' : 'border-line bg-sand text-ink-muted'}`}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={props.isSelected}
        disabled={!isOffered}
        aria-label={label}
        aria-describedby={noteId}
        onChange={props.onSelect}
        className="size-5 shrink-0 accent-accent"
      />
      <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-muted" />
      <span className="min-w-20 flex-1">
        <span className="block leading-title font-medium">{label}</span>
        <span id={noteId} className="block text-sm text-ink-muted">
          {note}
          {fee !== undefined && (
            <span className="sr-only">{t('，{feeText}', { feeText: feeText(fee) })}</span>
          )}
        </span>
      </span>
      {isOffered && (
        // Its room is there before the fee is.
        <span aria-hidden="true" className="ml-auto min-w-14 text-right tabular-nums">
          {fee !== undefined && feeText(fee)}
        </span>
      )}
    </label>
  )
}

const feeText = (fee: number) => (fee === 0 ? t('免運') : formatMoney(fee))

function noteOf({ chains, places, cod }: ShippingMethod): string | undefined {
  const named = chains?.map((chain) => t(storeChainLabels[chain])).join(t('、'))
  if (named !== undefined) return cod ? t('{named}，可取貨付款', { named }) : named
  return places?.map(({ name }) => name).join(t('、'))
}
