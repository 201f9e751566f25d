import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { pageWidth } from '../ui/page-width.ts'
import { HomePicture } from './home-picture.tsx'

/** The last section before the footer: gifts. */
export function HomeGift() {
  return (
    <section className={`${pageWidth} mt-20`}>
      <div className="relative overflow-hidden rounded-card">
        <HomePicture
          name="gift"
          alt="用布巾包好的禮物"
          sizes="(min-width: 1200px) 1136px, 100vw"
          className="aspect-[4/3] w-full sm:aspect-[5/2]"
        />
        <div className="bg-surface p-6 sm:absolute sm:bottom-6 sm:left-6 sm:max-w-sm sm:rounded-card">
          <h2 className="font-serif text-xl font-semibold">送一份日常的心意</h2>
          <p className="mt-2 text-ink-muted">小器物、大心意。挑一件他每天都會用到的東西。</p>
          <Link to={paths.products()} className={`${buttonClass('secondary')} mt-4`}>
            挑禮物
          </Link>
        </div>
      </div>
    </section>
  )
}
