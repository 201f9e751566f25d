import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { LineSignInPurpose } from '#contract/line-sign-in.ts'
import type { Db } from '../../db/connect.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import { sha256 } from '../../db/sha256.ts'
import { lineSignIns } from '../../db/tables/members.ts'
import type { LinePerson, LoginSecrets } from '../../line/line-login.ts'

export type LineSignIn = typeof lineSignIns.$inferSelect

/** As long as a code of LINE is good. */
export const lineSignInSeconds = 10 * 60
/** From the return of the browser to the exchange by its page. */
const codeSeconds = 2 * 60

export async function insertLineSignIn(
  db: Db,
  { state, nonce, codeVerifier }: LoginSecrets,
  of: { browser: string; next: string; purpose: LineSignInPurpose },
): Promise<void> {
  const { browser, next, purpose } = of
  await db.insert(lineSignIns).values({
    stateHash: sha256(state),
    browserHash: sha256(browser),
    nonce,
    codeVerifier,
    next,
    purpose,
    expiresAt: sql`now() + make_interval(secs => ${lineSignInSeconds})`,
  })
}

/** Whether or not it is over, and whichever browser has come back. */
export async function findLineSignIn(db: Db, state: string): Promise<LineSignIn | undefined> {
  const [row] = await db
    .select()
    .from(lineSignIns)
    .where(eq(lineSignIns.stateHash, sha256(state)))
  return row
}

/** Uses the state up: undefined for one that was used, is over, or was begun by another browser. */
export async function takeReturn(
  db: Db,
  { state, browser }: { state: string; browser: string },
): Promise<LineSignIn | undefined> {
  const [row] = await db
    .update(lineSignIns)
    .set({ returnedAt: sql`now()` })
    .where(
      and(
        eq(lineSignIns.stateHash, sha256(state)),
        eq(lineSignIns.browserHash, sha256(browser)),
        isNull(lineSignIns.returnedAt),
        sql`${lineSignIns.expiresAt} > now()`,
      ),
    )
    .returning()
  return row
}

/** Keeps who has come back, and gives the code by which the page of this browser asks for it. */
export async function saveReturned(
  db: Db,
  stateHash: string,
  { subject, name, picture, email, sealedToken }: LinePerson & { sealedToken: Buffer },
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await db
    .update(lineSignIns)
    .set({
      codeHash: sha256(code),
      subject,
      name: name ?? null,
      picture: picture ?? null,
      email: email ?? null,
      sealedToken,
      expiresAt: sql`now() + make_interval(secs => ${codeSeconds})`,
    })
    .where(eq(lineSignIns.stateHash, stateHash))
  return code
}

/** Takes the row of a code away: of concurrent exchanges one succeeds. */
export async function takeCode(
  db: Db,
  { code, browser }: { code: string; browser: string },
): Promise<(LinePerson & { sealedToken: Buffer | null }) | undefined> {
  const [row] = await db
    .delete(lineSignIns)
    .where(
      and(
        eq(lineSignIns.codeHash, sha256(code)),
        eq(lineSignIns.browserHash, sha256(browser)),
        sql`${lineSignIns.expiresAt} > now()`,
      ),
    )
    .returning()
  if (!row || row.subject === null) return undefined
  const { subject, name, picture, email, sealedToken } = row
  return {
    subject,
    ...(name !== null && { name }),
    ...(picture !== null && { picture }),
    ...(email !== null && { email }),
    sealedToken,
  }
}

export async function removeEndedLineSignIns(db: Db): Promise<void> {
  await deleteInSteps(db, 'line_sign_ins', sql`expires_at < now() - interval '10 minutes'`)
}
