import type { EmblaCarouselType } from 'embla-carousel'
import { useEffect, useState } from 'react'
import { createChunkLoader } from './load-chunk.ts'

const loadEmbla = createChunkLoader(() => import('embla-carousel'))

/** Embla on an element of its own, loaded when there is something to scroll. */
export function useEmbla(isWanted: boolean) {
  const [viewport, viewportRef] = useState<HTMLElement | null>(null)
  const [embla, setEmbla] = useState<EmblaCarouselType>()
  const [selected, setSelected] = useState(0)

  useEffect(() => {
    if (!isWanted || !viewport) return
    let carousel: EmblaCarouselType | undefined
    let isGone = false
    loadEmbla().then(
      ({ default: createEmbla }) => {
        if (isGone) return
        const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
        carousel = createEmbla(viewport, {
          loop: true,
          align: 'start',
          duration: prefersReducedMotion ? 0 : 25,
        })
        const follow = () => setSelected(carousel?.selectedScrollSnap() ?? 0)
        carousel.on('select', follow).on('reInit', follow)
        setEmbla(carousel)
      },
      // Without it the first slides stay in view.
      () => undefined,
    )
    return () => {
      isGone = true
      carousel?.destroy()
      setEmbla(undefined)
      setSelected(0)
    }
  }, [isWanted, viewport])

  return { viewportRef, embla, selected }
}
