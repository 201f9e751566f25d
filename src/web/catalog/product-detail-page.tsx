import { startTransition, useOptimistic, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { Product, Variant } from '#contract/catalog.ts'
import { productHead } from '#contract/product-head.ts'
import { t } from '#contract/translate.ts'
import { findVariant, firstVariant, soldAs } from '#contract/variants.ts'
import { isMissing } from '../api/api-error.ts'
import { useProduct } from '../api/use-product.ts'
import { sameView } from '../navigation/scroll-restoration.ts'
import { paths } from '../paths.ts'
import { ShareButton } from '../share/share-button.tsx'
import { productShareText } from '../share/share-link.ts'
import { buttonClass } from '../ui/button.tsx'
import { EntryFault } from '../ui/entry-fault.tsx'
import { usePageHead, usePageTitle } from '../ui/page-head.ts'
import { pageWidth } from '../ui/page-width.ts'
import { galleryShape, PictureGallery } from '../ui/picture-gallery.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BuyingPanel } from './buying-panel.tsx'
import { galleryPictures } from './gallery-pictures.ts'
import { mainPictureSizes } from './pictures-in-view.ts'
import { ProductDescription } from './product-description.tsx'
import { ProductPages } from './product-pages.tsx'
import { RelatedProducts } from './related-products.tsx'

export function ProductDetailPage() {
  const { id = '' } = useParams()
  const product = useProduct(id)
  return (
    <div className={`${pageWidth} py-6 lg:py-8`}>
      {product.error && (!product.data || isMissing(product.error)) ? (
        <ProductFault error={product.error} onRetry={() => product.refetch()} />
      ) : product.data ? (
        <ProductDetail key={id} product={product.data.product} />
      ) : (
        <ProductDetailSkeleton />
      )}
    </div>
  )
}

function ProductDetail({ product }: { product: Product }) {
  const [query, setQuery] = useSearchParams()
  const named = findVariant(product, query.get('v'))
  // The first variant stays selected even if it sells out.
  const [firstId] = useState(() => firstVariant(product)?.id ?? null)
  const addressed = named ?? findVariant(product, firstId) ?? firstVariant(product)
  // Chip, price and button answer the press, the pictures follow with the address.
  const [variant, show] = useOptimistic(addressed)
  usePageHead((site) => productHead(product, site, named?.id ?? null))
  // Without a choice, the pictures are those of the product.
  const shown = named ? soldAs(product, named) : product

  function choose(chosen: Variant) {
    const changed = new URLSearchParams(query)
    changed.set('v', chosen.id)
    startTransition(() => {
      show(chosen)
      setQuery(changed, { replace: true, state: sameView })
    })
  }
  return (
    <>
      <Breadcrumb category={product.category} />
      <div className={columns}>
        <div className="relative">
          <PictureGallery
            key={shown.imageUrl}
            title={product.title}
            pictures={galleryPictures(shown)}
            sizes={mainPictureSizes}
          />
          <div className="absolute top-2 right-2">
            <ShareButton
              look="round"
              shared={{
                path: paths.product(product.id, named?.id),
                title: shown.title,
                text: productShareText(shown),
              }}
            />
          </div>
        </div>
        <BuyingPanel product={product} variant={variant} onChoose={choose} />
      </div>
      <ProductDescription html={product.description} />
      <ProductPages />
      <RelatedProducts product={product} />
    </>
  )
}

const columns = 'grid gap-4 md:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] md:gap-10 lg:gap-14'

function Breadcrumb({ category }: { category: string }) {
  const link =
    'inline-flex min-h-11 items-center rounded-lg underline-offset-4 hover:text-accent-strong hover:underline'
  return (
    <nav aria-label={t('麵包屑')} className="-mt-2 mb-1 text-sm text-ink-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <Link to={paths.home()} className={link}>
            {t('首頁')}
          </Link>
        </li>
        <li aria-hidden="true">›</li>
        <li>
          <Link to={paths.products()} className={link}>
            {t('商品')}
          </Link>
        </li>
        <li aria-hidden="true">›</li>
        <li>
          <Link to={paths.products({ category })} className={link}>
            {category}
          </Link>
        </li>
      </ol>
    </nav>
  )
}

function ProductFault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const message = t('找不到這個商品，它可能已經下架')
  const action = (
    <Link to={paths.products()} className={buttonClass('primary')}>
      {t('看全部商品')}
    </Link>
  )
  const missing = isMissing(error) ? { message, action } : undefined
  return <EntryFault heading={t('商品')} missing={missing} onRetry={onRetry} />
}

function ProductDetailSkeleton() {
  usePageTitle(t('商品'))
  return (
    <div role="status" aria-label={t('商品載入中')}>
      <h1 className="sr-only">{t('商品')}</h1>
      <Skeleton className="mt-1 mb-4 h-6 w-48" />
      <div className={columns}>
        <Skeleton className={`${galleryShape} rounded-card`} />
        <div>
          <Skeleton className="h-10 w-4/5" />
          <Skeleton className="mt-3 h-12" />
          <Skeleton className="mt-8 h-10 w-1/2" />
          <Skeleton className="mt-8 h-11 w-2/3" />
          <Skeleton className="mt-6 hidden h-11 md:block" />
        </div>
      </div>
    </div>
  )
}
