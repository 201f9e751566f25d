import { expect, test } from 'vitest'
import { listChoice, listQuery } from '#contract/list-choice.ts'

test.each([
  ['', {}],
  ['category=茶&page=2', { category: '茶', page: '2' }],
  ['page=2.0', {}],
  ['page=12345678901', {}],
  ['sort=bestselling&in_stock=1', { sort: 'bestselling', in_stock: '1' }],
  ['sort=random&in_stock=yes&page=0', {}],
  ['min_price=abc&max_price=99', { max_price: '99' }],
  ['min_price=1.5&max_price=9999999999', {}],
  ['min_price=5&max_price=4&in_stock=1', { in_stock: '1' }],
])('what no list has is left out of "%s"', (address, asked) => {
  const query = listQuery(listChoice(new URLSearchParams(address)))
  expect(query).toEqual({ category: '', page: '1', ...asked })
})
