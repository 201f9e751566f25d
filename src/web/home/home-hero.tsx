import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { HomePicture } from './home-picture.tsx'

export function HomeHero() {
  return (
    <section className="mx-auto grid w-full max-w-page items-center gap-6 px-4 pt-6 sm:px-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-12 md:pt-10 lg:px-8">
      <div className="order-2 md:order-1">
        <h1 className="font-serif text-display font-semibold">
          日常好物，
          <br />
          一起買更好
        </h1>
        <p className="mt-4 max-w-sm text-lg text-ink-muted">
          從早晨的第一杯茶，到夜裡的一盞燈。把生活裡用得到的好東西湊在一起，用團購的價格帶回家。
        </p>
        <Link to={paths.products()} className={`${buttonClass('primary')} mt-8`}>
          立即選購
        </Link>
      </div>
      <HomePicture
        name="hero"
        alt="陽光照進房間，木桌上擺著陶杯與一壺茶"
        sizes="(min-width: 1200px) 660px, (min-width: 768px) 56vw, 100vw"
        isPriority
        className="order-1 -mx-4 aspect-[4/3] sm:mx-0 sm:rounded-card md:order-2"
      />
    </section>
  )
}
