import { imprintOf } from '#contract/imprint.ts'
import { t } from '#contract/translate.ts'
import { brand, shopSettings } from '../api/shop-config.ts'
import { LanguageLink } from './language-links.tsx'
import { MenuAnchor, shopMenu } from './navigation-links.tsx'

const linkLook =
  'inline-flex min-h-11 min-w-11 items-center rounded-lg underline-offset-4 hover:text-accent-strong hover:underline'

export function SiteFooter() {
  const { name, email: mail, phone: telephone, is_portfolio: isPortfolio } = shopSettings
  const { footer, says_no_calls } = shopMenu()
  const imprint = imprintOf(shopSettings)
  return (
    <footer className="mt-16 border-t border-line bg-sand text-sm print:hidden">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 py-10 sm:grid-cols-2 sm:px-6 md:grid-cols-[minmax(0,2fr)_1fr_1fr] lg:px-8">
        <div className="sm:col-span-2 md:col-span-1">
          <p className="font-serif text-xl font-semibold [overflow-wrap:anywhere]">{name}</p>
          {brand.footer_text && <p className="mt-2 max-w-sm text-ink-muted">{brand.footer_text}</p>}
          {imprint.length > 0 && (
            <ul className="mt-4 space-y-1 text-ink-muted [overflow-wrap:anywhere]">
              {imprint.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
        {(mail || telephone) && (
          <section aria-labelledby="footer-contact">
            <h2 id="footer-contact" className="font-semibold">
              {t('聯絡我們')}
            </h2>
            <ul className="mt-1">
              {mail && (
                <li>
                  <a href={`mailto:${mail}`} className={linkLook}>
                    {mail}
                  </a>
                </li>
              )}
              {telephone && (
                <li>
                  <a href={`tel:${telephone.replace(/[^0-9+]/g, '')}`} className={linkLook}>
                    {telephone}
                  </a>
                  {says_no_calls && <p className="text-ink-muted">{t('本公司不會主動致電客戶')}</p>}
                </li>
              )}
            </ul>
          </section>
        )}
        {footer.length > 0 && (
          <section aria-labelledby="footer-site">
            <h2 id="footer-site" className="font-semibold">
              {t('關於網站')}
            </h2>
            <ul className="mt-1">
              {footer.map((link) => (
                <li key={link.to}>
                  <MenuAnchor link={link} className={linkLook} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-ink-muted sm:px-6 lg:px-8">
          {isPortfolio && <p>{t('本網站僅供個人作品展示使用')}</p>}
          <p>© 2026 {name}</p>
          <LanguageLink className={linkLook} />
        </div>
      </div>
    </footer>
  )
}
