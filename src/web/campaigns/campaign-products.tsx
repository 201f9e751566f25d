import { Link } from 'react-router'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { contentText } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { isMissing } from '../api/api-error.ts'
import { useProduct } from '../api/use-product.ts'
import { paths } from '../paths.ts'
import { SafeMarkup } from '../shared/safe-markup.tsx'
import { Picture } from '../ui/picture.tsx'
import { Panel } from './panel.tsx'
import { currentPrices, pricesText, soldOfProduct } from './prices/group-price.ts'

const titleLink =
  'rounded underline-offset-4 [overflow-wrap:anywhere] hover:text-accent-strong hover:underline'

/** The products of a campaign: of several the prices of now, of one all that its own page tells. */
export function CampaignProducts({ campaign, group }: { campaign: Campaign; group?: Group }) {
  const { products } = campaign
  const [only] = products
  if (!only) return null
  if (products.length === 1) return <OnlyProduct key={only.product_id} product={only} />
  const now = currentPrices(campaign, group)
  return (
    <Panel title={t('團購商品')}>
      <ul className="divide-y divide-line">
        {products.map((product) => {
          const { product_id, title, unit, picture } = product
          const prices = soldOfProduct(product).map(({ id }) => now.get(id) ?? 0)
          return (
            <li key={product_id} className="flex items-center gap-4 py-3">
              <Picture src={picture} alt="" sizes="64px" className="size-16 shrink-0 rounded-lg" />
              <Link to={paths.product(product_id)} className={`min-w-0 flex-1 ${titleLink}`}>
                {title}
              </Link>
              <span className="shrink-0 tabular-nums">
                {pricesText(prices)}
                {unit && t('／{unit}', { unit })}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** Title and picture as the campaign sells them; contents and description as they are now. */
function OnlyProduct({ product }: { product: Campaign['products'][number] }) {
  const { product_id: id, title, picture } = product
  const { data, error } = useProduct(id)
  const content = data ? contentText(data.product) : ''
  const description = data?.product.description.trim()
  return (
    <Panel title={t('團購商品')}>
      <div className="flex flex-wrap items-start gap-4">
        <Picture
          src={picture}
          alt=""
          sizes="128px"
          className="size-[min(6rem,24vw)] shrink-0 rounded-lg sm:size-32"
        />
        <div className="min-w-0 flex-1 basis-40">
          {/* One that left the shop has no page any more. */}
          {error && isMissing(error) ? (
            <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
          ) : (
            <Link to={paths.product(id)} className={`font-medium ${titleLink}`}>
              {title}
            </Link>
          )}
          {content && (
            <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere] text-ink-muted">
              {content}
            </p>
          )}
        </div>
      </div>
      {description && <SafeMarkup html={description} className="mt-5" />}
      {data && (
        <Link
          to={paths.product(id)}
          className="mt-3 inline-flex min-h-11 items-center rounded-lg underline underline-offset-4 hover:text-accent-strong"
        >
          {t('看商品頁')}
        </Link>
      )}
    </Panel>
  )
}
