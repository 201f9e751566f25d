import { randomBytes } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { violatedConstraint } from '../db/database-error.ts'
import { transaction } from '../db/transaction.ts'
import type { PasswordHasher } from '../members/password-hasher.ts'
import {
  type Administrator,
  deleteAdministrator,
  deleteSessionsOf,
  findAdministrator,
  insertAdministrator,
  updateAdministrator,
} from './admin.queries.ts'

/** An error for the person at the command line. */
export class AdministratorFault extends Error {
  override name = 'AdministratorFault'
}

const minPasswordLength = 8

/** A random password of 96 bits. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

export async function createAdministrator(
  db: NodePgDatabase,
  hasher: PasswordHasher,
  { username, password }: { username: string; password: string },
): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(username))
    throw new AdministratorFault('The name is an e-mail address.')
  const passwordHash = await hashChecked(hasher, password)
  try {
    const uid = randomBytes(15).toString('base64url')
    await insertAdministrator(db, { uid, username: username.trim(), passwordHash })
  } catch (error) {
    if (violatedConstraint(error) !== 'administrators_username') throw error
    throw new AdministratorFault(`There is an administrator ${username} already.`)
  }
}

/** A new password ends every session of its administrator. */
export async function resetPassword(
  db: NodePgDatabase,
  hasher: PasswordHasher,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const passwordHash = await hashChecked(hasher, password)
  await changeAndSignOut(db, username, { passwordHash })
}

export function disableAdministrator(db: NodePgDatabase, username: string): Promise<void> {
  return changeAndSignOut(db, username, { isDisabled: true })
}

export function enableAdministrator(db: NodePgDatabase, username: string): Promise<void> {
  return changeAndSignOut(db, username, { isDisabled: false })
}

export async function removeAdministrator(db: NodePgDatabase, username: string): Promise<void> {
  await deleteAdministrator(db, (await known(db, username)).uid)
}

async function changeAndSignOut(
  db: NodePgDatabase,
  username: string,
  change: Partial<Pick<Administrator, 'passwordHash' | 'isDisabled'>>,
): Promise<void> {
  const { uid } = await known(db, username)
  await transaction(db, async (tx) => {
    await updateAdministrator(tx, uid, change)
    await deleteSessionsOf(tx, uid)
  })
}

async function known(db: NodePgDatabase, username: string): Promise<Administrator> {
  const administrator = await findAdministrator(db, username)
  if (!administrator) throw new AdministratorFault(`There is no administrator ${username}.`)
  return administrator
}

function hashChecked(hasher: PasswordHasher, password: string): Promise<string> {
  if (password.length < minPasswordLength) {
    throw new AdministratorFault(`A password has at least ${minPasswordLength} characters.`)
  }
  return hasher.hash(password)
}
