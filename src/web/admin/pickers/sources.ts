import { useQuery } from '@tanstack/react-query'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { campaignStateLabels } from '#contract/campaign-states.ts'
import {
  adminCatalogApi,
  catalogApi,
  type ProductChoice as FoundProduct,
} from '#contract/catalog.ts'
import { type Customer, customerApi } from '#contract/customers.ts'
import type { Endpoint, EndpointInput, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import { apiQuery } from '../../api/queries.ts'
import type { Choice, ChoiceSource } from './choice.ts'

export interface ProductChoice extends Choice {
  /** In whole NT$; missing for staff without `money.read`. */
  price?: number
  /** Absent of a product without options. */
  variants?: NonNullable<FoundProduct['variants']>
}

function toProductChoice(product: FoundProduct): ProductChoice {
  const { id, title, picture, price, variants } = product
  const state = product.is_archived ? '已刪除' : product.is_enabled ? undefined : '未上架'
  const note = [price !== undefined && formatMoney(price), state].filter(Boolean).join('・')
  return {
    ...{ id, name: title, picture, note },
    ...(price !== undefined && { price }),
    ...(variants && { variants }),
  }
}

/** Choices that one call finds by a text and tells by their ids. */
function calledChoices<S extends EndpointSchema, C extends Choice>(
  noun: string,
  endpoint: Endpoint<S>,
  choicesOf: (reply: EndpointReply<S>) => C[],
): ChoiceSource<C> {
  const ask = (query: { q: string } | { ids: string }) =>
    apiQuery(endpoint, { query } as unknown as EndpointInput<S>)
  return {
    noun,
    useFound: (text, { enabled }) => {
      const query = useQuery({ ...ask({ q: text.slice(0, 100) }), enabled })
      const reply = query.data as (EndpointReply<S> & { has_more: boolean }) | undefined
      return { query, choices: reply && choicesOf(reply), hasMore: reply?.has_more === true }
    },
    useNamed: (ids) => {
      const query = useQuery({ ...ask({ ids: ids.join() }), enabled: ids.length > 0 })
      if (ids.length === 0 || query.error) return []
      return query.data && choicesOf(query.data)
    },
    // The end of an id tells entries apart, and finds them.
    unnamed: (id) => ({ id, name: `找不到的${noun}（${id.slice(-6)}）` }) as C,
  }
}

/** All products of the back office. */
export const productChoices = calledChoices('商品', adminCatalogApi.choices, ({ products }) =>
  products.map(toProductChoice),
)
export const campaignChoices = calledChoices('團購', adminCampaignApi.choices, ({ campaigns }) =>
  campaigns.map(
    ({ id, title, picture, state }): Choice => ({
      ...{ id, name: title, picture, note: campaignStateLabels[state] },
    }),
  ),
)

const toCustomerChoice = ({ id, name, tel, member_id: memberId }: Customer): Choice => ({
  id,
  name,
  note: `${tel}・${memberId === undefined ? '訪客' : '會員'}`,
})

/** Customers, found by name, telephone or e-mail address, the last that ordered first. */
export const customerChoices: ChoiceSource<Choice> = {
  noun: '顧客',
  useFound: (text, { enabled }) => {
    const query = useQuery({
      ...apiQuery(customerApi.list, { query: { q: text.slice(0, 100) } }),
      enabled,
    })
    const { customers, pagination } = query.data ?? {}
    return {
      query,
      choices: customers?.map(toCustomerChoice),
      hasMore: pagination?.has_next === true,
    }
  },
  /** A filter has one. */
  useNamed: ([id = '']) => {
    const query = useQuery({
      ...apiQuery(customerApi.detail, { params: { id } }),
      enabled: id !== '',
    })
    return id === '' || query.error ? [] : query.data && [toCustomerChoice(query.data.customer)]
  },
  unnamed: (id) => ({ id, name: `顧客 ${id}` }),
}

const toCategoryChoice = (title: string): Choice => ({ id: title, name: title })

/** Categories by their names: those of the shop, and one that is typed whole. */
export const categoryChoices: ChoiceSource<Choice> = {
  noun: '分類',
  useFound: (text, { enabled }) => {
    const query = useQuery({ ...apiQuery(catalogApi.categories, {}), enabled })
    const titles = query.data?.categories.map(({ title }) => title)
    const found = titles?.filter((title) => title.toLowerCase().includes(text.toLowerCase()))
    // Of products that are not published yet.
    const isNew = text !== '' && titles?.includes(text) === false
    const typed = isNew ? [{ id: text, name: text, note: '目前沒有上架商品使用這個分類' }] : []
    return { query, choices: found && [...found.map(toCategoryChoice), ...typed], hasMore: false }
  },
  useNamed: (ids) => ids.map(toCategoryChoice),
  unnamed: toCategoryChoice,
}
