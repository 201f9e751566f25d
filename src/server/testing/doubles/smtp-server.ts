import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedMail {
  from: string
  to: string
  /** Header and body as they came. */
  message: string
}

export interface SmtpServer {
  url: string
  mails: ReceivedMail[]
  /** Answers to mails that have been received whole; empty: the connection is cut. */
  answers: string[]
  /** Answers to the next connections and commands in place of an acceptance. */
  refusals: Record<'greeting' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA', string[]>
  /** Ends the server; the address refuses connections until `open`. */
  close(): Promise<void>
  open(): Promise<void>
}

/**
 * A mail server that records the mails it receives. It implements as much SMTP as a sender needs.
 */
export async function openSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const answers: string[] = []
  const refusals: SmtpServer['refusals'] = { greeting: [], AUTH: [], MAIL: [], RCPT: [], DATA: [] }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    void converse(socket)
  })

  async function converse(socket: Socket): Promise<void> {
    const say = (line: string) => void socket.write(`${line}\r\n`)
    let mail: ReceivedMail = { from: '', to: '', message: '' }
    let isMessage = false
    say(refusals.greeting.shift() ?? '220 test')
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      if (isMessage && line !== '.') {
        mail.message += `${line.replace(/^\./, '')}\n`
        continue
      }
      const command = line.slice(0, 4).toUpperCase()
      if (isMessage) {
        isMessage = false
        const answer = answers.shift() ?? '250 taken'
        if (answer === '' || answer.startsWith('250')) mails.push(mail)
        mail = { from: '', to: '', message: '' }
        if (answer === '') socket.destroy()
        else say(answer)
        continue
      }
      const refusal = refusals[command as keyof typeof refusals]?.shift()
      if (refusal !== undefined) {
        say(refusal)
      } else if (command === 'EHLO') {
        say('250-test\r\n250 AUTH PLAIN')
      } else if (command === 'AUTH') {
        say('235 welcome')
      } else if (command === 'MAIL') {
        mail.from = /<(.*?)>/.exec(line)?.[1] ?? ''
        say('250 ok')
      } else if (command === 'RCPT') {
        mail.to = /<(.*?)>/.exec(line)?.[1] ?? ''
        say('250 ok')
      } else if (command === 'DATA') {
        isMessage = true
        say('354 go on')
      } else if (command === 'QUIT') {
        say('221 bye')
        socket.end()
      } else {
        say('250 ok')
      }
    }
  }

  async function open(port = 0): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await open()
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    answers,
    refusals,
    open: async () => void (await open(port)),
    close: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
