import { pageWidth } from '../ui/page-width.ts'
import { BlockPicture } from './block-picture.tsx'
import { useHomeContent } from './home-content.ts'
import { NewsletterForm } from './newsletter-form.tsx'

export function HomeContact() {
  const { picture, alt, text } = useHomeContent().newsletter
  return (
    <section className={`${pageWidth} mt-section`}>
      <div
        className={`grid overflow-hidden rounded-card border border-line bg-surface ${picture ? 'md:grid-cols-2' : ''}`}
      >
        {picture && (
          <BlockPicture
            picture={picture}
            alt={alt}
            sizes="(min-width: 1200px) 568px, (min-width: 768px) 50vw, 100vw"
            className="aspect-[16/9] md:aspect-auto md:h-full"
          />
        )}
        <div className="p-6 sm:p-10">
          <NewsletterForm text={text} />
        </div>
      </div>
    </section>
  )
}
