import { expect } from 'vitest'
import type { Answer, TestShop } from './test-shop.ts'

/** Refused because of this field alone. */
export function expectRefusedAt(field: string, refused: Answer): void {
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  expect(Object.keys(refused.body.fields)).toEqual([field])
}

/** All rows of the settings and of the audit, as one text. */
export async function keptSettings({ database }: Pick<TestShop, 'database'>): Promise<string> {
  const { rows } = await database.pool.query<{ text: string }>(
    `select row_to_json(s)::text as text from settings s
     union all select row_to_json(a)::text from audit_entries a`,
  )
  return rows.map(({ text }) => text).join('\n')
}
