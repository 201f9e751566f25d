import { Link } from 'react-router'
import type { Product } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { priceText } from '#contract/variants.ts'
import { paths } from '../paths.ts'
import { Carousel } from '../ui/carousel.tsx'
import { Picture } from '../ui/picture.tsx'
import { useRelatedProducts } from './catalog.queries.ts'

const perView = { desktop: 5, tablet: 3, mobile: 2 }

/** Others of the same category; while there are none to show, nothing. */
export function RelatedProducts({ product }: { product: Product }) {
  const others = useRelatedProducts(product.id).data ?? []
  if (others.length === 0) return null
  return (
    <div className="mt-16">
      <h2 className="mb-4 font-serif text-xl font-semibold">{t('同類商品')}</h2>
      <Carousel
        key={product.id}
        label={t('同類商品')}
        perView={perView}
        slides={others.map((other) => ({ id: other.id, content: <RelatedCard product={other} /> }))}
      />
    </div>
  )
}

function RelatedCard({ product }: { product: Product }) {
  return (
    <Link to={paths.product(product.id)} className="group block rounded-card">
      <Picture
        src={product.imageUrl}
        alt=""
        sizes="(min-width: 769px) 220px, (min-width: 577px) 33vw, 50vw"
        className="aspect-square w-full rounded-card"
      />
      <p className="mt-2 line-clamp-2 leading-title font-medium break-keep [overflow-wrap:anywhere] group-hover:text-accent-strong">
        {product.title}
      </p>
      <p className="mt-1 text-ink-muted tabular-nums">{priceText(product)}</p>
    </Link>
  )
}
