import { expect } from '@playwright/test'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { createParticipant, joinGroup, openCampaign } from './support/campaigns.ts'
import {
  canonicalOf,
  jsonLdOf,
  metaOf,
  readDocument,
  recordLayoutShifts,
  takeLayoutShifts,
  untilStyled,
} from './support/documents.ts'
import { holdRequests } from './support/held-requests.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { collectErrors } from './support/page-faults.ts'
import { adminToken, callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

let admin: string
test.beforeEach(async ({ request }) => {
  admin = await adminToken(request)
})

const campaignPath = (id: string) => `/main/groups/detail/${id}`

test('documents of groups tell what they are at, name their campaign, and change with it (META-05, META-11, PATH-07)', async ({
  request,
  shopAddress,
}) => {
  await test.step('the group of a pool tells what it is at, and names its campaign', async () => {
    const campaign = await openCampaign(request, admin)
    const member = await createParticipant(request)
    await joinGroup(request, campaign, member, 2)
    const canonical = `${shopAddress}${campaignPath(campaign.id)}`
    for (const path of [`/g/${campaign.code}`, campaignPath(campaign.id)]) {
      const { status, text } = await readDocument(request, path)
      expect(status).toBe(200)
      expect(text).toContain(`<title>${campaign.title}｜MinMin 團購</title>`)
      expect(canonicalOf(text)).toBe(canonical)
      expect(text).not.toContain('noindex')
      expect(metaOf(text, 'og:site_name')).toBe('MinMin 團購')
      expect(metaOf(text, 'og:locale')).toBe('zh_TW')
      expect(metaOf(text, 'og:type')).toBe('product')
      expect(metaOf(text, 'og:title')).toBe(`${campaign.title}｜MinMin 團購`)
      expect(metaOf(text, 'og:description')).toMatch(
        /^目前 NT\$100，最低可到 NT\$80，還差 2 份成團，.+ 截止/,
      )
      expect(metaOf(text, 'description')).toBe(metaOf(text, 'og:description'))
      expect(metaOf(text, 'og:url')).toBe(canonical)
      const [product, ...others] = jsonLdOf(text)
      expect(others).toEqual([])
      expect(Object.keys(product)).not.toContain('aggregateRating')
      expect(product).toMatchObject({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: campaign.title,
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: 80,
          highPrice: 100,
          priceCurrency: 'TWD',
          url: canonical,
          availability: 'https://schema.org/InStock',
        },
      })
      const ends = Date.parse(product.offers.availabilityEnds) - Date.now()
      expect(ends / 3_600_000).toBeGreaterThan(71)
      expect(ends / 3_600_000).toBeLessThanOrEqual(72)
    }
  })

  await test.step('a team is for those who have its link, unknown ones are 404', async () => {
    const campaign = await openCampaign(request, admin, { kind: 'team' })
    const path = campaignPath(campaign.id)
    const { text } = await readDocument(request, path)
    expect(canonicalOf(text)).toMatch(new RegExp(`${path}$`))
    expect(text).toContain('滿 4 份成團')
    for (const unknown of ['/g/ABCDEFGH', campaignPath('-unknown'), campaignPath('__proto__')]) {
      const answer = await readDocument(request, unknown)
      expect(answer.status, unknown).toBe(404)
      expect(answer.text).toContain('找不到這個團')
      expect(answer.text).toContain('name="robots" content="noindex"')
    }
  })

  await test.step('a join and a change of the owner are in the next document', async () => {
    const campaign = await openCampaign(request, admin)
    const path = `/g/${campaign.code}`
    const description = async () => metaOf((await readDocument(request, path)).text, 'description')
    expect(await description()).toContain('還差 4 份成團')
    await joinGroup(request, campaign, await createParticipant(request), 1)
    await expect.poll(description).toContain('還差 3 份成團')
    const params = { id: campaign.id }
    await callShop(
      request,
      adminCampaignApi.cancel,
      { params, data: { reason: '廠商停產' } },
      admin,
    )
    await expect
      .poll(async () => (await readDocument(request, path)).text)
      .toContain('團購已取消：廠商停產')
    expect(await description()).not.toContain('截止')
  })
})

test('a countdown is right though its document was kept by server or browser (PATH-19, GROUP-07)', async ({
  page,
}) => {
  const ends_at = Math.floor(Date.now() / 1000) + 2 * 24 * 3_600
  const { id } = await openCampaign(page.request, admin, { kind: 'team', ends_at })
  await interceptRequests(page, `**${campaignPath(id)}`, async (route) => {
    const response = await route.fetch()
    // As a browser shows it that was closed for an hour.
    const body = (await response.text()).replaceAll(/"server_?[nN]ow":(\d+)/g, (told, seconds) =>
      told.replace(seconds, String(Number(seconds) - 3_600)),
    )
    await route.fulfill({ response, body })
  })
  await page.goto(campaignPath(id))
  await expect
    .poll(async () => {
      const text = (await page.getByRole('timer').textContent()) ?? ''
      const found = /還剩 (\d+) 天 (\d\d):(\d\d):(\d\d)/.exec(text)?.slice(1) ?? []
      const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.map(Number)
      return Math.abs(
        ends_at - Date.now() / 1000 - (((days * 24 + hours) * 60 + minutes) * 60 + seconds),
      )
    })
    .toBeLessThan(3)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a group shows price, ceiling, what is missing, state and deadline, and the tabs of the list are links (META-10)', async ({
    page,
  }) => {
    const campaign = await openCampaign(page.request, admin)
    await joinGroup(page.request, campaign, await createParticipant(page.request), 2)
    const faults = collectErrors(page)
    await page.goto(`/g/${campaign.code}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: campaign.title })).toBeVisible()
    await expect(main.getByText('目前 NT$100')).toBeVisible()
    await expect(main.getByText('還差 2 份成團')).toBeVisible()
    for (const mark of ['1 份起', '4 成團'])
      await expect(main.getByText(mark).first()).toBeVisible()
    await expect(main.getByText('最終單價依截止時的份數計算，最高不超過 NT$100')).toBeVisible()
    await expect(main.getByText(/^\d{4}\/\d\d\/\d\d \d\d:\d\d 截止$/)).toBeVisible()
    await expect(main.getByRole('timer')).toBeHidden()
    expect(faults).toEqual([])

    await test.step('the list of campaigns leads to each of them', async () => {
      // It ends before those of other journeys, so it stands on the first page.
      const ends_at = Math.floor(Date.now() / 1_000) + 3_600
      const campaign = await openCampaign(page.request, admin, { ends_at })
      // Without script a page that was opened before the shop heard of the campaign stays as it is.
      await expect
        .poll(async () => (await readDocument(page.request, '/main/groups')).text)
        .toContain(campaign.title)
      await page.goto('/main/groups')
      await page.getByRole('tab', { name: '即將開團' }).click()
      await expect(page).toHaveURL(/\/main\/groups\?state=scheduled$/)
      await page.getByRole('tab', { name: '開團中' }).click()
      await page.getByRole('link', { name: campaign.title }).click()
      await expect(page.getByRole('heading', { level: 1, name: campaign.title })).toBeVisible()
    })
  })
})

test('nothing moves when the application takes a group over, on a phone and on a desktop (PATH-16)', async ({
  page,
}) => {
  const campaign = await openCampaign(page.request, admin)
  const faults = collectErrors(page)
  await recordLayoutShifts(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of [campaignPath(campaign.id), `/g/${campaign.code}`]) {
      const held = await holdRequests(page, 'GET', '**/assets/app-*.js')
      await page.goto(path, { waitUntil: 'commit' })
      await held.arrived
      const heading = page.getByRole('heading', { level: 1, name: campaign.title })
      await expect(heading).toBeVisible()
      await untilStyled(page)
      const before = await heading.boundingBox()
      await takeLayoutShifts(page)
      held.release()
      await expect(page.getByRole('timer')).toBeVisible()
      expect(await heading.boundingBox()).toEqual(before)
      expect(await takeLayoutShifts(page)).toEqual([])
    }
  }
  expect(faults).toEqual([])
})
