import { Picture } from '../ui/picture.tsx'
import { useCategory } from './catalog.queries.ts'

/** Picture and text of a category, where the owner has given it any. */
export function CategoryIntro({ category }: { category: string }) {
  const { picture = '', text = '' } = useCategory(category) ?? {}
  if (!picture && !text) return null
  return (
    <div className="mb-8">
      {picture && (
        <Picture
          src={picture}
          alt=""
          sizes="(min-width: 1200px) 1136px, 100vw"
          className="aspect-[2/1] w-full rounded-card sm:aspect-[4/1]"
          isPriority
        />
      )}
      {text && (
        <p
          className={`max-w-3xl leading-relaxed whitespace-pre-line text-ink-muted [overflow-wrap:anywhere] ${picture ? 'mt-4' : ''}`}
        >
          {text}
        </p>
      )}
    </div>
  )
}
