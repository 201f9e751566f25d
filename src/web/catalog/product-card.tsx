import { memo, useId } from 'react'
import { Link } from 'react-router'
import type { Product } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { choicesText, isSoldOut } from '#contract/variants.ts'
import { AddToCartButton } from '../cart/add-to-cart-button.tsx'
import { paths } from '../paths.ts'
import { stockLeftText } from '../stock/stock-left-text.ts'
import { BookmarkButton } from '../tracking/bookmark-button.tsx'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { galleryPictures } from './gallery-pictures.ts'
import { cardPictureSizes } from './pictures-in-view.ts'
import { savedPercent } from './saved-percent.ts'

interface ProductCardProps {
  product: Product
  /** Among the first in view: its photograph is loaded at once. */
  isPriority?: boolean
  /** Pieces left, once known; only for a product that is low on stock. */
  left?: number | undefined
}

/** Memoised: when the stock levels arrive, only the cards whose level changed render again. */
export const ProductCard = memo((props: ProductCardProps) => {
  const { product, isPriority = false, left } = props
  const titleId = useId()
  const [first = '', second] = galleryPictures(product)
  const saved = savedPercent(product)
  const scarce = stockLeftText(left)
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong">
      <div className="relative aspect-square overflow-hidden bg-sand">
        <Picture
          src={first}
          alt=""
          sizes={cardPictureSizes}
          isPriority={isPriority}
          className="absolute inset-0"
        />
        {second && (
          <span className="absolute inset-0 hidden opacity-0 transition-opacity group-hover:opacity-100 pointer-fine:block">
            <Picture src={second} alt="" sizes={cardPictureSizes} className="size-full" />
          </span>
        )}
        <span className="absolute bottom-2 left-2 flex flex-wrap gap-1 empty:hidden">
          {saved > 0 && <Chip>{t('省 {saved}%', { saved })}</Chip>}
          {scarce && <Chip>{scarce}</Chip>}
        </span>
      </div>
      <div className="flex flex-1 flex-col p-3 sm:p-4">
        <h2
          id={titleId}
          className="line-clamp-2 min-h-[2.6em] font-medium text-pretty break-keep [overflow-wrap:anywhere]"
        >
          {/* The link covers the card; what acts on its own lies above it. */}
          <Link
            to={paths.product(product.id)}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {product.title}
          </Link>
        </h2>
        <div className="mt-2 mb-3">
          <Price
            price={product.price}
            originPrice={product.origin_price}
            isFrom={product.price_max !== undefined}
          />
        </div>
        {product.variants && (
          <p className="-mt-2 mb-3 text-sm text-ink-muted [overflow-wrap:anywhere]">
            {choicesText(product)}
          </p>
        )}
        <div className="relative mt-auto">
          {isSoldOut(product) ? (
            <Button fullWidth disabled aria-describedby={titleId}>
              {t('已售完')}
            </Button>
          ) : (
            <AddToCartButton product={product} productTitleId={titleId} />
          )}
        </div>
      </div>
      <div className="absolute top-2 right-2">
        <BookmarkButton productId={product.id} describedBy={titleId} look="icon" />
      </div>
    </article>
  )
})

export function ProductCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Skeleton className="aspect-square rounded-none" />
      <div className="flex flex-col p-3 sm:p-4">
        <Skeleton className="h-[2.6em]" />
        <Skeleton className="mt-2 mb-3 h-12 w-3/4 md:h-7" />
        <Skeleton className="h-11" />
      </div>
    </div>
  )
}
