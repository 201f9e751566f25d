import { expect } from '@playwright/test'

interface Mail {
  textBody: string
}

type Mode = 'resetPassword' | 'verifyEmail'

/** The link of the newest mail of that kind; waits for it, since mails are written beside the answer. */
export async function linkMailedTo(email: string, mode: Mode): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const links = (await mailsTo(email)).flatMap(({ textBody }) => /https?:\S+/.exec(textBody))
      link = links.find((text) => text?.includes(`mode=${mode}`)) ?? undefined
      return link
    })
    .toBeDefined()
  return link ?? ''
}

/** The link that resets an administrator's password, once there are so many; the newest one. */
export async function adminResetLinkMailedTo(username: string, count = 1): Promise<string> {
  let links: string[] = []
  await expect
    .poll(async () => {
      const mails = await mailsTo(username)
      links = mails.flatMap(
        ({ textBody }) => /https?:\S+resetBackend\?code=\S+/.exec(textBody) ?? [],
      )
      return links.length
    })
    .toBe(count)
  return links[0] ?? ''
}

export async function actionCodeMailedTo(email: string, mode: Mode): Promise<string> {
  const { hash } = new URL(await linkMailedTo(email, mode))
  return new URLSearchParams(hash.slice(hash.indexOf('?'))).get('oobCode') ?? ''
}

export async function mailsTo(email: string): Promise<Mail[]> {
  const outbox = `${process.env.SHOP_ADDRESS}/dev/mails.json`
  const response = await fetch(`${outbox}?to=${encodeURIComponent(email)}`)
  expect(response.ok, 'the outbox can be read').toBe(true)
  return ((await response.json()) as { mails: Mail[] }).mails
}
