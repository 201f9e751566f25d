import { useQuery } from '@tanstack/react-query'
import { catalogApi } from '#contract/catalog.ts'
import { infoPageApi } from '#contract/info-pages.ts'
import { type ListChoice, listQuery } from '#contract/list-choice.ts'
import { apiQuery, keepPreviousRows } from '../api/queries.ts'

/** One page of products; the previous page stays while the next one loads. */
export function useProductPage(choice: ListChoice) {
  return useQuery({
    ...apiQuery(catalogApi.list, { query: listQuery(choice) }),
    // Stale while revalidate: each screen shows the cached reply and fetches again.
    staleTime: 0,
    placeholderData: keepPreviousRows(({ products }) => products),
  })
}

/** A query that only decorates a screen shows no error. */
export function useCategories() {
  return useQuery({
    ...apiQuery(catalogApi.categories, {}),
    select: ({ categories }) => categories.map(({ title }) => title),
  })
}

/** One category with its picture and text; undefined while it loads, and for one that is not there. */
export function useCategory(name: string) {
  return useQuery({
    ...apiQuery(catalogApi.categories, {}),
    select: ({ categories }) => categories.find(({ title }) => title === name),
  }).data
}

export function usePagesOnProducts() {
  return useQuery({ ...apiQuery(infoPageApi.onProducts, {}), select: ({ pages }) => pages })
}

export function useRelatedProducts(id: string) {
  return useQuery({
    ...apiQuery(catalogApi.related, { params: { id } }),
    select: ({ products }) => products,
  })
}

/** The products of a block of home; with `isAsked` false none are asked for. */
export function useBlockProducts(
  query: { sort?: 'bestselling'; category?: string },
  isAsked: boolean,
) {
  return useQuery({
    ...apiQuery(catalogApi.list, { query }),
    enabled: isAsked,
    select: ({ products }) => products,
  })
}

/** Six at random: the same while the screen is open, others at the next visit. */
export function usePicks(isAsked: boolean) {
  return useQuery({
    ...apiQuery(catalogApi.picks, {}),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    select: ({ products }) => products,
  })
}
