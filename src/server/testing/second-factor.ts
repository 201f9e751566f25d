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

/**
 * A second factor that is on; its codes begin at the step after the one that is used up. The code of
 * a step that is over could expire before it is checked.
 */
export async function openFactor(person: TestAdministrator) {
  const factor = await beginFactor(person)
  const { status, body } = await person.put('/admin/me/totp', { code: factor.code() })
  if (status !== 200) throw new Error(`the second factor stays off: ${body.message}`)
  return {
    ...factor,
    code: (steps = 0) => factor.code(steps + 1),
    recoveryCodes: body.recovery_codes as string[],
  }
}
