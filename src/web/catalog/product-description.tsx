import { t } from '#contract/translate.ts'
import { SafeMarkup } from '../shared/safe-markup.tsx'

export function ProductDescription({ html }: { html: string }) {
  if (html.trim() === '') return null
  return (
    <section aria-labelledby="product-description" className="mt-16 max-w-3xl">
      <h2 id="product-description" className="mb-4 font-serif text-xl font-semibold">
        {t('商品介紹')}
      </h2>
      <SafeMarkup html={html} />
    </section>
  )
}
