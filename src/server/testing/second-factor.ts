import { TOTP } from 'otpauth'
import type { TestAdministrator } from './test-administrator.ts'

/** The key of a second factor that waits for its first code. */
export async function beginFactor(person: TestAdministrator) {
  const { body } = await person.post('/admin/me/totp')
  const secret: string = body.secret
  const totp = new TOTP({ secret })
  return {
    secret,
    uri: String(body.uri),
    /** The code of the step of now, or of one that lies some steps from it. */
    code: (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 }),
  }
}

/** A second factor that is on; the step before the one of now is used up. */
export async function openFactor(person: TestAdministrator) {
  const factor = await beginFactor(person)
  const { status, body } = await person.put('/admin/me/totp', { code: factor.code(-1) })
  if (status !== 200) throw new Error(`the second factor stays off: ${body.message}`)
  return { ...factor, recoveryCodes: body.recovery_codes as string[] }
}
