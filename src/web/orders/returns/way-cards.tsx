import { type LucideIcon, MapPin, Package, Truck } from 'lucide-react'
import { type ReturnWay, returnWayLabels } from '#contract/return-states.ts'
import { t } from '#contract/translate.ts'
import { sendTo } from './return-words.ts'

const icons: Record<ReturnWay, LucideIcon> = { pickup: Truck, parcel: Package, place: MapPin }

/** By which way the goods come back; one is chosen. */
export function WayCards(props: {
  ways: readonly ReturnWay[]
  selected: ReturnWay | undefined
  onSelect: (way: ReturnWay) => void
}) {
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">{t('退回方式')}</legend>
      {props.ways.map((way) => {
        const Icon = icons[way]
        return (
          <label
            key={way}
            className="flex min-h-16 cursor-pointer flex-wrap items-center gap-3 rounded-lg border border-line-strong px-4 py-2.5 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="way"
              value={way}
              checked={props.selected === way}
              aria-label={t(returnWayLabels[way])}
              aria-describedby={`way-${way}`}
              onChange={() => props.onSelect(way)}
              className="size-5 shrink-0 accent-accent"
            />
            <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-muted" />
            <span className="min-w-20 flex-1">
              <span className="block leading-title font-medium">{t(returnWayLabels[way])}</span>
              <span id={`way-${way}`} className="block text-sm text-pretty text-ink-muted">
                {wayNote(way)}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

function wayNote(way: ReturnWay): string {
  if (way === 'pickup') {
    return t('申請後 15 天內到您的收件地址取件，不需要付運費；要在別的地方取件，請寫在退貨原因')
  }
  if (way === 'place') return t('店家接受後，把商品帶回取貨的地點')
  const address = sendTo()
  return address ? t('店家接受後，寄到 {address}', { address }) : t('店家接受後，會告訴您寄到哪裡')
}
