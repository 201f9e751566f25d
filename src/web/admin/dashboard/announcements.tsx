import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { articleApi, type ListedArticle } from '#contract/articles.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { formatTimeDay } from '../../ui/dates.ts'
import { showsAnnouncements } from '../shows-announcements.ts'
import { Loading } from './loading.tsx'

const shown = 3

/** The newest public ones; the button of the top bar brings them into view. */
export function Announcements() {
  const { key, state } = useLocation()
  const section = useRef<HTMLElement>(null)
  const query = useQuery({ ...apiQuery(articleApi.list, { query: {} }), staleTime: 0 })
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (isLoaded && key && state === showsAnnouncements) section.current?.scrollIntoView()
  }, [key, state, isLoaded])
  const articles = query.data?.articles.slice(0, shown) ?? []
  return (
    <Box component="section" ref={section} aria-labelledby="announcements">
      <Typography id="announcements" variant="h2">
        公告資訊
      </Typography>
      <Loading query={query} height={140}>
        {articles.length === 0 ? (
          <Typography sx={{ mt: 1, color: 'text.secondary' }}>目前沒有新的公告。</Typography>
        ) : (
          <Newest articles={articles} />
        )}
      </Loading>
      <Button component={RouterLink} to={paths.adminArticles()} color="inherit" sx={manage}>
        管理公告
      </Button>
    </Box>
  )
}

function Newest({ articles }: { articles: ListedArticle[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
      {articles.map((article) => (
        <Box key={article.id} component="li" sx={row}>
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {formatTimeDay(article.create_at)}
          </Box>
          <Link
            component={RouterLink}
            to={paths.article(article.id)}
            color="inherit"
            sx={{ minHeight: 44, display: 'inline-flex', alignItems: 'center' }}
          >
            {article.title}
          </Link>
        </Box>
      ))}
    </Box>
  )
}

const manage = { mt: 1, minHeight: 44 } as const
const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  borderBottom: 1,
  borderColor: 'divider',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
} as const
