import { pageWidth } from '../ui/page-width.ts'
import { BlockPicture } from './block-picture.tsx'
import { useHomeContent } from './home-content.ts'

export function HomeStories() {
  const stories = useHomeContent().stories.filter(({ title, text }) => title || text)
  if (stories.length === 0) return null
  return (
    <section className={`${pageWidth} mt-section grid gap-16`}>
      {stories.map(({ picture, alt, title, text }, index) => (
        <article
          // biome-ignore lint/suspicious/noArrayIndexKey: the settings give them no other key
          key={index}
          className={`grid items-center gap-6 md:gap-12 ${picture ? 'md:grid-cols-2' : ''}`}
          data-testid="story"
        >
          {picture && (
            <BlockPicture
              picture={picture}
              alt={alt}
              sizes="(min-width: 1200px) 560px, (min-width: 768px) 46vw, 100vw"
              className={`aspect-[7/5] rounded-card ${index % 2 === 1 ? 'md:order-2' : ''}`}
            />
          )}
          <div>
            <h2 className="font-serif text-2xl font-semibold">{title}</h2>
            <p className="mt-4 whitespace-pre-line text-ink-muted">{text}</p>
          </div>
        </article>
      ))}
    </section>
  )
}
