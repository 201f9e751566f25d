import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { t } from '#contract/translate.ts'
import { useAutoplay } from './use-autoplay.ts'
import { useEmbla } from './use-embla.ts'
import { useIsDocument } from './use-is-document.ts'
import { useWindowClass, type WindowClass } from './window-class.ts'

interface CarouselProps {
  label: string
  slides: { id: string; content: ReactNode }[]
  /** How many slides are visible at once. */
  perView: Record<WindowClass, number>
}

/**
 * Its autoplay pauses under the pointer, with the focus inside, in a hidden tab and with reduced
 * motion. Until Embla is loaded it shows the first slides in the same box; a document is scrolled.
 */
export function Carousel({ label, slides, perView }: CarouselProps) {
  const isDocument = useIsDocument()
  const canScroll = slides.length > perView[useWindowClass()]
  const { viewportRef, embla, selected } = useEmbla(canScroll)
  const [isStopped, setStopped] = useState(false)
  const pauseHandlers = useAutoplay(embla, selected, canScroll && !isStopped)

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      data-selected={selected}
      style={
        {
          '--mobile': perView.mobile,
          '--tablet': perView.tablet,
          '--desktop': perView.desktop,
        } as CSSProperties
      }
      {...pauseHandlers}
    >
      <div
        ref={viewportRef}
        className={`-mx-2 px-0 py-1 ${isDocument ? 'overflow-x-auto' : 'overflow-hidden'}`}
      >
        <div className="flex touch-pan-y">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
            <div
              key={slide.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} / ${slides.length}`}
              className="min-w-0 shrink-0 grow-0 basis-[calc(100%/var(--mobile))] min-[577px]:basis-[calc(100%/var(--tablet))] min-[769px]:basis-[calc(100%/var(--desktop))] px-2"
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      {canScroll && !isDocument && (
        <div className="mt-4 flex items-center justify-end gap-1">
          <p aria-hidden="true" className="mr-auto text-sm text-ink-muted tabular-nums">
            {selected + 1} / {slides.length}
          </p>
          <RoundButton
            name={isStopped ? t('自動播放') : t('暫停播放')}
            onPress={() => setStopped(!isStopped)}
          >
            {isStopped ? <Play /> : <Pause />}
          </RoundButton>
          <RoundButton name={t('上一張')} onPress={() => embla?.scrollPrev()}>
            <ChevronLeft />
          </RoundButton>
          <RoundButton name={t('下一張')} onPress={() => embla?.scrollNext()}>
            <ChevronRight />
          </RoundButton>
        </div>
      )}
    </section>
  )
}

function RoundButton(props: { name: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.name}
      onClick={props.onPress}
      className="grid size-11 place-items-center rounded-full text-ink transition-colors *:size-5 hover:bg-accent-soft hover:text-accent-strong"
    >
      {props.children}
    </button>
  )
}
