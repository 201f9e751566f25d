import { useQuery } from '@tanstack/react-query'
import type { EndpointInput, EndpointSchema } from '#contract/endpoint.ts'
import { adminPageSize, type Pagination } from '#contract/paging.ts'
import { apiQuery } from '../../api/queries.ts'
import type { ListDefinition } from './list-definition.ts'
import { useSelection } from './selection.ts'
import { useListAddress } from './use-list-address.ts'

/** The names under which filters stand in the address. */
function filterNamesOf(list: {
  filters?: { name: string }[]
  find?: { fields: { name: string }[] }
}): string[] {
  const found = list.find ? [{ name: 'q' }, ...list.find.fields] : []
  return [...(list.filters ?? []), ...found].map(({ name }) => name)
}

/** The state of a list: what its address asks for, what the server answered, what is checked. */
export function useListPage<
  S extends EndpointSchema,
  Row extends { id: string },
  Column extends string,
>(list: ListDefinition<S, Row, Column>) {
  const address = useListAddress<Column>({
    columns: [...list.columns, ...(list.find?.columns ?? [])].flatMap(({ sort }) => sort ?? []),
    filterNames: filterNamesOf(list),
    defaultSort: list.defaultSort,
    sortMemory: list.remembersSort ? list.path : undefined,
    sizeMemory: list.hasPageSizes ? list.path : undefined,
  })
  const input = {
    query: {
      page: String(address.page),
      page_size: address.pageSize === String(adminPageSize) ? undefined : address.pageSize,
      sort: address.sort?.column,
      order: address.sort?.order,
      ...address.filters,
      ...list.fixedQuery,
    },
  }
  const query = useQuery({
    // A definition of a list admits only endpoints that take a query.
    ...apiQuery(list.endpoint, input as EndpointInput<S>),
    // Opening a list loads it again; meanwhile it shows what it held the last time.
    staleTime: 0,
  })
  const rows = query.data && list.rowsOf(query.data, address.filters)
  const pagination = (query.data as { pagination?: Pagination } | undefined)?.pagination

  return {
    address,
    filterNames: filterNamesOf(list),
    reply: query.data,
    rows,
    lastPage: pagination?.total_pages,
    isCapped: pagination?.is_capped === true,
    error: query.error,
    reload: () => void query.refetch(),
    selection: useSelection(address.key, rows?.map(({ id }) => id) ?? []),
  }
}
