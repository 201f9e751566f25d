import { Fragment } from 'react'
import { t } from '#contract/translate.ts'
import { shopSettings } from '../api/shop-config.ts'
import { BlockLink } from '../shared/block-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { BlockPicture, isThemePicture } from './block-picture.tsx'
import { useHomeContent } from './home-content.ts'

/**
 * On a wide window the text is over the empty part of the theme's photograph, and beside a picture of
 * the owner's, whose empty part nobody knows; else it is below.
 */
export function HomeHero() {
  const { hero } = useHomeContent()
  const { picture, phone_picture: phone, alt, text, button, link } = hero
  const isBeside = picture !== '' && !isThemePicture(picture)
  const isOverPicture = picture !== '' && !isBeside
  const frame = isBeside
    ? 'aspect-[4/3] w-full sm:max-md:aspect-video md:absolute md:inset-y-0 md:right-0 md:left-[46%] md:w-auto md:aspect-auto'
    : 'aspect-[4/3] w-full sm:aspect-video lg:absolute lg:inset-0 lg:aspect-auto'
  const sizes = isBeside ? '(min-width: 768px) 54vw, 100vw' : '100vw'
  const shown = { alt, sizes, isPriority: true, look: 'object-[right_65%]' }
  return (
    <section
      className={`relative mx-auto max-w-wide ${isOverPicture ? 'lg:flex lg:min-h-[min(72svh,42rem)] lg:items-center' : ''} ${isBeside ? 'md:flex md:min-h-88 lg:min-h-[min(56svh,36rem)] md:items-center' : ''}`}
    >
      {phone && <BlockPicture {...shown} picture={phone} className={`${frame} sm:hidden`} />}
      {picture && (
        <BlockPicture
          {...shown}
          picture={picture}
          className={phone ? `${frame} max-sm:hidden` : frame}
        />
      )}
      <div
        className={`relative mx-auto w-full max-w-page px-4 pt-8 sm:px-6 lg:px-8 ${isOverPicture ? 'lg:py-16' : isBeside ? 'md:py-12' : 'md:pt-16'}`}
      >
        <div className={isBeside ? 'md:max-w-[40%]' : ''}>
          <h1
            className={`font-serif font-semibold [overflow-wrap:anywhere] ${isBeside ? 'text-title break-keep lg:text-4xl' : 'text-display'}`}
          >
            {(hero.title || shopSettings.name).split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text
              <Fragment key={index}>
                {index > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </h1>
          {text && (
            <p
              className={`mt-4 max-w-sm text-lg text-ink-muted ${isOverPicture ? 'lg:max-w-72 lg:text-ink' : ''}`}
            >
              {text}
            </p>
          )}
          {button && (
            <BlockLink to={link} className={`${buttonClass('primary')} mt-8`}>
              {t(button)}
            </BlockLink>
          )}
        </div>
      </div>
    </section>
  )
}
