import { Link } from 'react-router'
import { contentText, type Product } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { pageWidth } from '../ui/page-width.ts'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** From none to six, as they are said before 「件」. */
const counts = '零一兩三四五六'

const grid = 'grid grid-cols-1 gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3'

export function HomePicks({ products }: { products: readonly Product[] | undefined }) {
  return (
    <section className={`${pageWidth} mt-16`}>
      <h2 className="mb-6 font-serif text-2xl font-semibold">
        {t('為您挑的{count}件好物', { count: t(counts)[products?.length ?? 6] })}
      </h2>
      {products ? <SixProducts products={products} /> : <SixSkeletons />}
    </section>
  )
}

function SixProducts({ products }: { products: readonly Product[] }) {
  return (
    <ul className={grid} data-testid="six-products">
      {products.map((product) => (
        <li key={product.id} className="flex flex-wrap gap-4 sm:block">
          <Picture
            src={product.imageUrl}
            alt=""
            sizes="(min-width: 1200px) 368px, (min-width: 577px) 46vw, 112px"
            className="size-28 shrink-0 rounded-card sm:aspect-[4/3] sm:h-auto sm:w-full"
          />
          <div className="min-w-32 flex-1 sm:mt-4">
            <h3 className="text-lg leading-title font-medium break-keep [overflow-wrap:anywhere]">
              <Link
                to={paths.product(product.id)}
                className="rounded underline-offset-4 hover:text-accent-strong hover:underline"
              >
                {product.title}
              </Link>
            </h3>
            <p className="mt-1 line-clamp-2 text-ink-muted">{contentText(product)}</p>
            <div className="mt-1">
              <Price
                price={product.price}
                originPrice={product.origin_price}
                isFrom={product.price_max !== undefined}
              />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function SixSkeletons() {
  return (
    <div role="status" aria-label={t('商品載入中')}>
      <div className={grid}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="flex gap-4 sm:block">
            <Skeleton className="size-28 shrink-0 rounded-card sm:aspect-[4/3] sm:h-auto sm:w-full" />
            <Skeleton className="h-24 flex-1 sm:mt-4" />
          </div>
        ))}
      </div>
    </div>
  )
}
