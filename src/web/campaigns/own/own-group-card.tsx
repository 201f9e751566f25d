import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'

interface OwnGroupCardProps {
  group: { code: string; campaign: { title: string; picture: string } }
  /** The level below the heading of its list. */
  titleLevel: 2 | 3
  /** Above the title. */
  state: ReactNode
  /** Below the title, beside the picture. */
  children: ReactNode
  /** Over the whole width. */
  actions?: ReactNode
}

/** A group in a list of a member's own. */
export function OwnGroupCard({ group, titleLevel, state, children, actions }: OwnGroupCardProps) {
  const Title = titleLevel === 2 ? 'h2' : 'h3'
  const { code, campaign } = group
  return (
    <article className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex gap-4">
        <Picture
          src={campaign.picture}
          alt=""
          sizes="80px"
          className="size-16 shrink-0 rounded-lg sm:size-20"
        />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">{state}</p>
          <Title className="mt-1 text-lg leading-title font-medium [overflow-wrap:anywhere]">
            <Link
              to={paths.group(code)}
              className="rounded underline-offset-4 hover:text-accent-strong hover:underline"
            >
              {campaign.title}
            </Link>
          </Title>
          {children}
        </div>
      </div>
      {actions}
    </article>
  )
}
