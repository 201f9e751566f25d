import { pageWidth } from '../ui/page-width.ts'
import { HomePicture } from './home-picture.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

export function HomeContact() {
  return (
    <section className={`${pageWidth} mt-20`}>
      <div className="grid overflow-hidden rounded-card border border-line bg-surface md:grid-cols-2">
        <HomePicture
          name="contact"
          alt="木桌上的信紙、鋼筆與一杯茶"
          sizes="(min-width: 1200px) 568px, (min-width: 768px) 50vw, 100vw"
          className="aspect-[16/9] md:aspect-auto md:h-full"
        />
        <div className="p-6 sm:p-10">
          <NewsletterForm />
        </div>
      </div>
    </section>
  )
}
