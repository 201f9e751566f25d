import { expect, type Page } from '@playwright/test'
import { openSdkPage, sdkIsReady } from './identity-sdk/open-page.ts'
import type { Wiring } from './identity-sdk/page.ts'
import { actionCodeMailedTo } from './support/mails.ts'
import { freshEmail } from './support/members.ts'
import { test } from './support/test.ts'

const wirings: Wiring[] = [
  { by: 'configuration', persistence: 'localStorage' },
  { by: 'emulator', persistence: 'IndexedDB' },
]

function currentUser(page: Page) {
  return page.evaluate(() => {
    const user = window.page.auth.currentUser
    return (
      user && {
        uid: user.uid,
        email: user.email,
        emailVerified: user.emailVerified,
        displayName: user.displayName,
        photoURL: user.photoURL,
        providers: user.providerData.map(({ providerId }) => providerId),
        created: user.metadata.creationTime !== undefined,
      }
    )
  })
}

function refusedSignIn(page: Page, email: string, password: string): Promise<string> {
  return page.evaluate(
    ([email, password]) => {
      const { sdk, auth, refusal } = window.page
      return refusal(sdk.signInWithEmailAndPassword(auth, email, password))
    },
    [email, password] as const,
  )
}

function signIn(page: Page, email: string, password: string): Promise<unknown> {
  return page.evaluate(
    async ([email, password]) => {
      const { sdk, auth } = window.page
      await sdk.signInWithEmailAndPassword(auth, email, password)
    },
    [email, password] as const,
  )
}

async function reload(page: Page): Promise<void> {
  await page.reload()
  await sdkIsReady(page)
}

for (const wiring of wirings) {
  test(`C12 C16 SESSION-08 the pinned SDK, wired by ${wiring.by}, on ${wiring.persistence}`, async ({
    page,
    context,
  }) => {
    const email = freshEmail()
    const foreign = await openSdkPage(page, wiring)

    await test.step('registers', async () => {
      await page.evaluate(async (email) => {
        const { sdk, auth } = window.page
        await sdk.createUserWithEmailAndPassword(auth, email, 'frost1')
      }, email)
      expect(await currentUser(page)).toMatchObject({
        email,
        emailVerified: false,
        displayName: null,
        providers: ['password'],
        created: true,
      })
    })

    await test.step('verifies the address', async () => {
      await page.evaluate(() => window.page.sdk.sendEmailVerification(window.page.user()))
      const code = await actionCodeMailedTo(email, 'verifyEmail')
      await page.evaluate((code) => window.page.sdk.applyActionCode(window.page.auth, code), code)
      await page.evaluate(() => window.page.sdk.reload(window.page.user()))
      expect(await currentUser(page)).toMatchObject({ emailVerified: true })
      const again = page.evaluate(
        (code) => window.page.refusal(window.page.sdk.applyActionCode(window.page.auth, code)),
        code,
      )
      expect(await again).toBe('auth/invalid-action-code')
    })

    await test.step('signs out and in', async () => {
      await page.evaluate(() => window.page.auth.signOut())
      expect(await currentUser(page)).toBeNull()
      expect(await refusedSignIn(page, email, 'frost2')).toBe('auth/invalid-credential')
      expect(await refusedSignIn(page, freshEmail(), 'frost1')).toBe('auth/invalid-credential')
      await signIn(page, email, 'frost1')
    })

    await test.step('is still signed in after a reload', async () => {
      await reload(page)
      expect(await currentUser(page)).toMatchObject({ email, emailVerified: true })
    })

    await test.step('saves the profile and clears it', async () => {
      const saved = { displayName: '小明', photoURL: 'https://example.com/ming.webp' }
      await page.evaluate(
        (saved) => window.page.sdk.updateProfile(window.page.user(), saved),
        saved,
      )
      expect(await currentUser(page)).toMatchObject(saved)
      await reload(page)
      expect(await currentUser(page)).toMatchObject(saved)
      await page.evaluate(() =>
        window.page.sdk.updateProfile(window.page.user(), { displayName: null }),
      )
      const cleared = { displayName: null, photoURL: saved.photoURL }
      expect(await currentUser(page)).toMatchObject(cleared)
      await reload(page)
      expect(await currentUser(page)).toMatchObject(cleared)
    })

    const secondTab = await context.newPage()
    await test.step('opens a second tab', async () => {
      await secondTab.goto(page.url())
      await sdkIsReady(secondTab)
      expect(await currentUser(secondTab)).toMatchObject({ email })
    })

    await test.step('proves the password again and changes it', async () => {
      const wrong = page.evaluate((email) => {
        const { sdk, user, refusal } = window.page
        const credential = sdk.EmailAuthProvider.credential(email, 'frost2')
        return refusal(sdk.reauthenticateWithCredential(user(), credential))
      }, email)
      expect(await wrong).toBe('auth/invalid-credential')
      await page.evaluate(async (email) => {
        const { sdk, user } = window.page
        const credential = sdk.EmailAuthProvider.credential(email, 'frost1')
        await sdk.reauthenticateWithCredential(user(), credential)
        await sdk.updatePassword(user(), 'frost3')
      }, email)
      await reload(page)
      expect(await currentUser(page)).toMatchObject({ email })
    })

    await test.step('keeps the second tab signed in until the first signs out', async () => {
      await reload(secondTab)
      expect(await currentUser(secondTab)).toMatchObject({ email })
      await page.evaluate(() => window.page.auth.signOut())
      await expect.poll(() => currentUser(secondTab)).toBeNull()
      expect(await refusedSignIn(page, email, 'frost1')).toBe('auth/invalid-credential')
      await signIn(page, email, 'frost3')
      await expect.poll(() => currentUser(secondTab)).toMatchObject({ email })
      await page.evaluate(() => window.page.auth.signOut())
    })

    await test.step('resets the password by the link of a mail', async () => {
      await page.evaluate(
        (email) => window.page.sdk.sendPasswordResetEmail(window.page.auth, email),
        email,
      )
      const code = await actionCodeMailedTo(email, 'resetPassword')
      const named = page.evaluate(
        (code) => window.page.sdk.verifyPasswordResetCode(window.page.auth, code),
        code,
      )
      expect(await named).toBe(email)
      await page.evaluate(
        (code) => window.page.sdk.confirmPasswordReset(window.page.auth, code, 'frost4'),
        code,
      )
      expect(await refusedSignIn(page, email, 'frost3')).toBe('auth/invalid-credential')
      await signIn(page, email, 'frost4')
    })

    await test.step('reads the password policy', async () => {
      const judged = page.evaluate(async () => {
        const { sdk, auth } = window.page
        const weak = await sdk.validatePassword(auth, 'FROST')
        const good = await sdk.validatePassword(auth, 'frost1')
        return [weak, good].map((status) => [
          status.isValid,
          status.meetsMinPasswordLength,
          status.containsLowercaseLetter,
          status.containsNumericCharacter,
        ])
      })
      expect(await judged).toEqual([
        [false, false, false, false],
        [true, true, true, true],
      ])
    })

    await test.step('deletes the account', async () => {
      await page.evaluate(() => window.page.sdk.deleteUser(window.page.user()))
      expect(await currentUser(page)).toBeNull()
      expect(await refusedSignIn(page, email, 'frost4')).toBe('auth/invalid-credential')
    })

    expect(foreign, 'requests that left the origin').toEqual([])
  })
}

test('C16 a request that would leave the origin is stopped by the policy of the page', async ({
  page,
}) => {
  await openSdkPage(page, { by: 'configuration', persistence: 'localStorage' })
  const refused = await page.evaluate(async () => {
    const { auth, sdk, refusal } = window.page
    auth.config.apiHost = 'identitytoolkit.googleapis.com'
    const violation = new Promise<string>((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI))
    })
    const code = await refusal(sdk.signInWithEmailAndPassword(auth, 'ming@example.com', 'frost1'))
    return { code, blocked: await violation }
  })
  expect(refused.code).toBe('auth/network-request-failed')
  expect(refused.blocked).toContain('googleapis.com')
})

for (const { device, limit, isMobile } of [
  { device: 'a desktop', limit: 30_000, isMobile: false },
  {
    device: 'a phone (what the SDK takes for one: the web view of an app)',
    limit: 60_000,
    isMobile: true,
  },
]) {
  test(`SESSION-14 a request waits no longer than ${limit / 1000} s on ${device}`, async ({
    page,
  }) => {
    if (isMobile) {
      await page.addInitScript(() => {
        Object.assign(window, { cordova: {} })
        Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone)' })
      })
    }
    await page.clock.install()
    await openSdkPage(page, { by: 'configuration', persistence: 'localStorage' })
    const sent = Promise.withResolvers<void>()
    // An answer that never comes.
    await page.route('**/accounts:signInWithPassword*', () => sent.resolve())
    await page.evaluate(() => {
      const { auth, sdk, refusal } = window.page
      const outcome = refusal(sdk.signInWithEmailAndPassword(auth, 'ming@example.com', 'frost1'))
      Object.assign(window, { outcome: 'waiting' })
      void outcome.then((code) => Object.assign(window, { outcome: code }))
    })
    await sent.promise
    const outcome = () => page.evaluate(() => (window as unknown as { outcome: string }).outcome)

    await page.clock.runFor(limit - 1000)
    expect(await outcome()).toBe('waiting')
    await page.clock.runFor(1000)
    expect(await outcome()).toBe('auth/network-request-failed')
  })
}
