import { t } from '#contract/translate.ts'
import { brand } from '../api/shop-config.ts'
import { BlockLink } from '../shared/block-link.tsx'

/** A line of the shop above its header, while the owner has one. */
export function AnnouncementBar() {
  const { announcement } = brand
  if (!announcement) return null
  const { text, link } = announcement
  return (
    <aside
      aria-label={t('商店公告')}
      className="bg-fill px-4 py-2 text-center text-sm text-on-fill [overflow-wrap:anywhere] print:hidden"
    >
      {link ? (
        <BlockLink to={link} className="underline underline-offset-4 focus-visible:outline-on-fill">
          {text}
        </BlockLink>
      ) : (
        text
      )}
    </aside>
  )
}
