import { pageWidth } from '../ui/page-width.ts'
import { HomePicture } from './home-picture.tsx'
import type { HomePictureName } from './home-pictures.ts'

interface Story {
  picture: HomePictureName
  alt: string
  title: string
  text: string
}

const stories: Story[] = [
  {
    picture: 'morning',
    alt: '晨光裡的餐桌，擺著咖啡與早餐',
    title: '早晨，從一只好杯子開始',
    text: '手感溫潤的陶杯、剛好一人份的手沖壺。我們挑選每天都會用到的器物，讓匆忙的早晨也有慢下來的十分鐘。',
  },
  {
    picture: 'dusk',
    alt: '傍晚的房間，一盞燈亮著',
    title: '夜裡，留一盞剛好的光',
    text: '亞麻燈罩透出的暖色，擴香與蠟燭的淡淡香氣。把一天收進柔和的光裡，家就是最想待著的地方。',
  },
]

export function HomeStories() {
  return (
    <section className={`${pageWidth} mt-20 grid gap-16`}>
      {stories.map(({ picture, alt, title, text }, index) => (
        <article
          key={picture}
          className="grid items-center gap-6 md:grid-cols-2 md:gap-12"
          data-testid="story"
        >
          <HomePicture
            name={picture}
            alt={alt}
            sizes="(min-width: 1200px) 560px, (min-width: 768px) 46vw, 100vw"
            className={`aspect-[7/5] rounded-card ${index % 2 === 1 ? 'md:order-2' : ''}`}
          />
          <div>
            <h2 className="font-serif text-2xl font-semibold">{title}</h2>
            <p className="mt-4 text-ink-muted">{text}</p>
          </div>
        </article>
      ))}
    </section>
  )
}
