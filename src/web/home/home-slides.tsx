import { Link } from 'react-router'
import type { Product } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { priceText } from '#contract/variants.ts'
import { paths } from '../paths.ts'
import { Carousel } from '../ui/carousel.tsx'
import { pageWidth } from '../ui/page-width.ts'
import { Picture } from '../ui/picture.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWindowClass } from '../ui/window-class.ts'

const perView = { desktop: 4, tablet: 3, mobile: 2 }
const slides = 10

/** The first of these products that have a picture. */
export function slidesOf(products: readonly Product[]): Product[] {
  return products.filter(({ imageUrl }) => imageUrl !== '').slice(0, slides)
}

export function HomeSlides({
  title,
  products,
}: {
  title: string
  products: readonly Product[] | undefined
}) {
  if (products?.length === 0) return null
  return (
    <section className={`${pageWidth} mt-12 md:mt-16`}>
      <h2 className="mb-4 font-serif text-xl font-semibold">{title}</h2>
      {products ? (
        <Carousel
          label={title}
          perView={perView}
          slides={products.map((product) => ({
            id: product.id,
            content: <Slide product={product} />,
          }))}
        />
      ) : (
        <SlidesSkeleton />
      )}
    </section>
  )
}

function Slide({ product }: { product: Product }) {
  return (
    <Link to={paths.product(product.id)} className="group block rounded-card">
      <Picture
        src={product.imageUrl}
        alt=""
        sizes="(min-width: 1200px) 280px, (min-width: 577px) 33vw, 50vw"
        className="aspect-square w-full rounded-card transition-opacity group-hover:opacity-90"
      />
      <span className="mt-2 line-clamp-2 min-h-[2.6em] leading-title font-medium break-keep [overflow-wrap:anywhere] group-hover:text-accent-strong">
        {product.title}
      </span>
      <span className="mt-1 block text-ink-muted tabular-nums">{priceText(product)}</span>
    </Link>
  )
}

function SlidesSkeleton() {
  const columns = perView[useWindowClass()]
  return (
    <div role="status" aria-label={t('商品載入中')}>
      <div className="flex gap-4 py-1">
        {['a', 'b', 'c', 'd'].slice(0, columns).map((key) => (
          <div key={key} className="min-w-0 flex-1">
            <Skeleton className="aspect-square rounded-card" />
            <Skeleton className="mt-2 h-[2.6em]" />
            <Skeleton className="mt-1 h-7 w-1/2" />
          </div>
        ))}
      </div>
      <div className="mt-4 h-11" />
    </div>
  )
}
