import { fillAccount, turnCreditOn } from '../race/credit-account.ts'
import type { RaceHarness } from '../race/race-harness.ts'
import type { Shopper } from '../race/shopper.ts'

/** More than a run can use. */
const plenty = 10_000_000

/** Members with credit and points, one for each of those who shop at once; gives one by its number. */
export async function openCreditors(
  harness: RaceHarness,
  count: number,
): Promise<(number: number) => Promise<Shopper>> {
  await turnCreditOn(harness)
  for (let number = 0; number < count; number++) {
    const tag = `M${number}`
    await fillAccount(harness, await harness.member(number), {
      ...{ amount: plenty, tag, lasts: '1 year' },
    })
  }
  return async (number) => {
    const { token, owner } = await harness.member(number)
    return { by: { Authorization: token }, owner }
  }
}
