import type { Product, Variant } from '#contract/catalog.ts'
import { soldAs } from '#contract/variants.ts'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'

export function ChosenVariant(props: { titleId: string; product: Product; chosen: Variant }) {
  const { titleId, product, chosen } = props
  const shown = soldAs(product, chosen)
  return (
    <div className="mb-5 flex flex-wrap gap-4">
      <Picture
        src={shown.imageUrl}
        alt=""
        sizes="80px"
        className="aspect-square w-20 shrink-0 self-start rounded-lg"
      />
      <div className="min-w-32 flex-1">
        <p id={titleId} className="leading-title font-medium break-keep [overflow-wrap:anywhere]">
          {shown.title}
        </p>
        <div className="mt-1">
          <Price price={shown.price} originPrice={shown.origin_price} />
        </div>
      </div>
    </div>
  )
}
