import { spawn } from 'node:child_process'

/** The operating-system user PostgreSQL runs as; none when it runs as ourselves. */
export interface Account {
  uid: number
  gid: number
}

interface Outcome {
  code: number | null
  output: string
}

/** Runs a short command to its end and collects what it said. */
export function runAs(
  account: Account | undefined,
  file: string,
  args: string[],
  input = '',
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...spawnOptions(account), stdio: 'pipe' })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    // A command that ends before it has read its input has its exit code to say why.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** The root folder is the one working directory every account may be in. */
export function spawnOptions(account: Account | undefined) {
  return {
    ...account,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
}

export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  const { code } = await runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])
  return code === 0
}
