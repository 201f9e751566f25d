import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Product } from '#contract/catalog.ts'
import { paths } from '../paths.ts'
import { Carousel } from '../ui/carousel.tsx'
import { Picture } from '../ui/picture.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWindowClass, type WindowClass } from '../ui/window-class.ts'

const perView: Record<WindowClass, number> = { desktop: 4, tablet: 3, mobile: 2 }
const slides = 10

/** Photographs of the shop's products, turning. */
export function HomeSlides({ products }: { products: readonly Product[] | undefined }) {
  const window = useWindowClass()
  const shown = useMemo(
    () => (products ?? []).filter(({ imageUrl }) => imageUrl !== '').slice(0, slides),
    [products],
  )
  if (products && shown.length === 0) return null
  return (
    <section className="mx-auto mt-12 w-full max-w-page px-4 sm:px-6 md:mt-16 lg:px-8">
      <h2 className="mb-4 font-serif text-xl font-semibold">本週新品</h2>
      {products ? (
        <Carousel
          label="本週新品"
          perView={perView[window]}
          slides={shown.map((product) => ({
            id: product.id,
            content: <Slide product={product} />,
          }))}
        />
      ) : (
        <SlidesSkeleton columns={perView[window]} />
      )}
    </section>
  )
}

function Slide({ product }: { product: Product }) {
  return (
    <Link to={paths.product(product.id)} className="block overflow-hidden rounded-card">
      <Picture
        src={product.imageUrl}
        alt={product.title}
        sizes="(min-width: 1200px) 280px, (min-width: 577px) 33vw, 50vw"
        className="aspect-square w-full transition-opacity hover:opacity-90"
      />
    </Link>
  )
}

function SlidesSkeleton({ columns }: { columns: number }) {
  return (
    <div role="status" aria-label="商品載入中">
      <div className="flex gap-4 py-1">
        {['a', 'b', 'c', 'd'].slice(0, columns).map((key) => (
          <Skeleton key={key} className="aspect-square min-w-0 flex-1 rounded-card" />
        ))}
      </div>
      <div className="mt-4 h-11" />
    </div>
  )
}
