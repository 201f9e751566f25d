import { Fragment } from 'react'
import { brand, shopSettings } from '../api/shop-config.ts'
import { BlockLink } from '../shared/block-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { BlockPicture } from './block-picture.tsx'

/** On a wide window the text is over the empty part of the photograph, else below it. */
export function HomeHero() {
  const { hero } = brand.home
  const { picture, phone_picture: phone, alt, text, button, link } = hero
  const frame = 'aspect-[4/3] w-full sm:aspect-video lg:absolute lg:inset-0 lg:aspect-auto'
  const shown = { alt, sizes: '100vw', isPriority: true, look: 'object-[right_65%]' }
  const isOverPicture = picture !== ''
  return (
    <section
      className={`relative mx-auto max-w-wide ${isOverPicture ? 'lg:flex lg:min-h-[min(72svh,42rem)] lg:items-center' : ''}`}
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
        className={`relative mx-auto w-full max-w-page px-4 pt-8 sm:px-6 lg:px-8 ${isOverPicture ? 'lg:py-16' : 'md:pt-16'}`}
      >
        <h1 className="font-serif text-display font-semibold [overflow-wrap:anywhere]">
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
            {button}
          </BlockLink>
        )}
      </div>
    </section>
  )
}
