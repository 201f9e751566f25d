import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(passwordFile(dataDir), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    },
  )
  return text.trim() || undefined
}

export async function createPassword(dataDir: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const file = await open(passwordFile(dataDir), 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(`${password}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return password
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}
