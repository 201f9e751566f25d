import { useState } from 'react'
import { t } from '#contract/translate.ts'
import { Picture } from './picture.tsx'

interface PictureGalleryProps {
  /** Name of the subject. */
  title: string
  pictures: readonly string[]
  /** How wide the large one is shown, as in the `sizes` of an image. */
  sizes: string
}

/** Lower on a phone, whose first view has the name and the price below it, too. */
export const galleryShape = 'aspect-4/3 md:aspect-square'

/** One picture large, the others small below it; turned by hand. */
export function PictureGallery({ title, pictures, sizes }: PictureGalleryProps) {
  const [chosen, setChosen] = useState(0)
  const shown = pictures[chosen] ?? pictures[0] ?? ''
  return (
    <section aria-roledescription="carousel" aria-label={t('{title}的圖片', { title })}>
      <Picture
        key={shown}
        src={shown}
        alt={t('{title}，第 {chosen} 張，共 {max} 張', {
          title,
          chosen: chosen + 1,
          max: Math.max(1, pictures.length),
        })}
        sizes={sizes}
        isPriority
        className={`${galleryShape} w-full rounded-card`}
      />
      {pictures.length > 1 && (
        <ul className="mt-2 flex flex-wrap gap-2 md:mt-3 md:gap-3">
          {pictures.map((picture, index) => (
            <li key={picture}>
              <button
                type="button"
                aria-label={t('第 {index} 張圖片', { index: index + 1 })}
                aria-current={index === chosen ? 'true' : undefined}
                onClick={() => setChosen(index)}
                className="block size-12 overflow-hidden rounded-lg border-2 border-transparent transition-colors hover:border-line-strong aria-[current=true]:border-accent md:size-20"
              >
                <Picture src={picture} alt="" sizes="80px" className="size-full" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
