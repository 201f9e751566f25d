import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { HomePicture } from './home-picture.tsx'

/** On a wide window the text is over the empty part of the photograph, else below it. */
export function HomeHero() {
  return (
    <section className="relative mx-auto max-w-wide lg:flex lg:min-h-[min(72svh,42rem)] lg:items-center">
      <HomePicture
        name="hero"
        alt="陽光照進房間，木盤上擺著陶壺，旁邊是馬克杯、茶罐、碗和花瓶"
        sizes="100vw"
        isPriority
        look="object-[right_65%]"
        className="aspect-[4/3] w-full sm:aspect-video lg:absolute lg:inset-0 lg:aspect-auto"
      />
      <div className="relative mx-auto w-full max-w-page px-4 pt-8 sm:px-6 lg:px-8 lg:py-16">
        <h1 className="font-serif text-display font-semibold">
          日常好物，
          <br />
          一起買更好
        </h1>
        <p className="mt-4 max-w-sm text-lg text-ink-muted lg:max-w-72 lg:text-ink">
          從早晨的第一杯茶，到夜裡的一盞燈，把生活裡用得到的好東西湊在一起，用團購的價格帶回家。
        </p>
        <Link to={paths.products()} className={`${buttonClass('primary')} mt-8`}>
          立即選購
        </Link>
      </div>
    </section>
  )
}
