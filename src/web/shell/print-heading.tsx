import { contactLine } from '#contract/imprint.ts'
import { brand, shopSettings } from '../api/shop-config.ts'
import { ShopLogo } from '../ui/shop-logo.tsx'

/** On paper, in place of header and footer. */
export function PrintHeading() {
  return (
    <div className="hidden px-4 pb-4 sm:px-6 lg:px-8 print:block">
      <p className="font-serif text-xl font-semibold">
        <ShopLogo
          logo={brand.logo}
          name={shopSettings.name}
          showsName={brand.shows_name}
          className="h-10 w-auto max-w-60 object-contain object-left"
        />
      </p>
      <p className="text-sm text-ink-muted">{contactLine(shopSettings)}</p>
    </div>
  )
}
