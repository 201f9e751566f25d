export const backupExitCodes = { failed: 1, usage: 2, targetInUse: 3, laterRelease: 4 } as const

/** An error for the operator; its message is the whole explanation. */
export class BackupFault extends Error {
  override name = 'BackupFault'
  readonly exitCode: number

  constructor(
    message: string,
    options: { exitCode?: keyof typeof backupExitCodes; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.exitCode = backupExitCodes[options.exitCode ?? 'failed']
  }
}
