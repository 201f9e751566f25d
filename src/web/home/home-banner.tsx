import { BlockLink } from '../shared/block-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { pageWidth } from '../ui/page-width.ts'
import { BlockPicture } from './block-picture.tsx'
import { useHomeContent } from './home-content.ts'

/** A wide picture with a few words and a button. */
export function HomeBanner() {
  const { picture, alt, title, text, button, link } = useHomeContent().banner
  if (!title && !text) return null
  return (
    <section className={`${pageWidth} mt-section`}>
      <div
        className={`relative overflow-hidden rounded-card ${picture ? '' : 'border border-line'}`}
      >
        {picture && (
          <BlockPicture
            picture={picture}
            alt={alt}
            sizes="(min-width: 1200px) 1136px, 100vw"
            className="aspect-[4/3] w-full sm:aspect-[5/2]"
          />
        )}
        <div
          className={`bg-surface p-6 ${picture ? 'sm:absolute sm:bottom-6 sm:left-6 sm:max-w-sm sm:rounded-card' : ''}`}
        >
          <h2 className="font-serif text-xl font-semibold">{title}</h2>
          <p className="mt-2 whitespace-pre-line text-ink-muted">{text}</p>
          {button && (
            <BlockLink to={link} className={`${buttonClass('secondary')} mt-4`}>
              {button}
            </BlockLink>
          )}
        </div>
      </div>
    </section>
  )
}
