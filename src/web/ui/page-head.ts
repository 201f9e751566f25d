import { useEffect } from 'react'
import { useLocation } from 'react-router'
import {
  headMarkup,
  headSelector,
  type PageHead,
  plainHead,
  type Site,
} from '#contract/page-head.ts'
import { parseInert } from './inert-document.ts'

let site: Site = { own: '', shop: '' }

/** Set once, before the first screen. */
export function setSite(known: Site): void {
  site = known
}

/** Title and metadata in the document's head while the screen is open. */
export function usePageHead(read: (site: Site) => PageHead): void {
  const markup = headMarkup(read(site), site)
  useEffect(() => {
    for (const old of document.head.querySelectorAll(headSelector)) old.remove()
    document.head.append(...parseInert(markup).head.children)
  }, [markup])
}

/** The same of a screen for its caller alone; its address is the path without the query. */
export function usePageTitle(name: string, path?: string): void {
  const { pathname } = useLocation()
  usePageHead((known) => plainHead(known, { name, path: path ?? pathname }))
}
