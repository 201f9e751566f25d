import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { catalogApi } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { apiQuery } from '../api/queries.ts'
import { useCategories } from '../catalog/catalog.queries.ts'
import { ProductGrid } from '../catalog/product-grid.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const most = 6

interface NothingFoundProps {
  q: string
  /** The search without filters, where it finds something. */
  widerPath: string | undefined
}

/** Links to the search without filters and the categories, and the bestsellers. */
export function NothingFound({ q, widerPath }: NothingFoundProps) {
  const categories = useCategories().data ?? []
  const bestselling = useQuery({
    ...apiQuery(catalogApi.list, { query: { sort: 'bestselling' } }),
    select: ({ products }) => products.slice(0, most),
  })
  return (
    <>
      <EmptyState
        message={q === '' ? t('請輸入要找的商品') : t('找不到「{q}」的商品', { q })}
        action={
          widerPath ? (
            <Link to={widerPath} className={buttonClass('primary')}>
              {t('移除篩選條件')}
            </Link>
          ) : (
            q !== '' && <p className="text-ink-muted">{t('換個字詞，或少打幾個字試試')}</p>
          )
        }
      />
      {categories.length > 0 && (
        <section className="mt-4">
          <h2 className="mb-4 font-serif text-2xl font-semibold">{t('看看這些分類')}</h2>
          <ul className="flex flex-wrap gap-2">
            {categories.map((category) => (
              <li key={category} className="max-w-full">
                <Link
                  to={paths.products({ category })}
                  className={`${buttonClass('secondary')} max-w-full wrap-anywhere`}
                >
                  {category}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {bestselling.data && bestselling.data.length > 0 && (
        <section className="mt-12">
          <h2 className="mb-4 font-serif text-2xl font-semibold">{t('熱銷商品')}</h2>
          <ProductGrid products={bestselling.data} />
        </section>
      )}
    </>
  )
}
