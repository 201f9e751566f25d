import { buffer } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../config.ts'
import { linePayUrl } from '../config-line.ts'
import { connectTo, findMailServer, hasMailServer } from '../mail/mail-server.ts'
import { toGateway } from '../payments/payment-providers.ts'
import { probeFiles } from '../uploads/picture-name.ts'
import { createS3Store } from '../uploads/s3-store.ts'
import { type Check, codeOf, type Finding, fault, ok, warning } from './check.ts'

const waitMs = 2_500
const leastDays = 14
const ownFile = probeFiles.doctor

/** Any answer will do: a question about a trade needs one, and counts against the limit. */
async function askPayments(url: string): Promise<Finding> {
  try {
    const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(waitMs) })
    return reply.status < 500
      ? ok('answers')
      : fault(`answers ${reply.status}`, 'Wait; payments wait, too.')
  } catch (error) {
    return fault(`does not answer (${codeOf(error)})`, 'Look at the network of this machine.')
  }
}

export const outsideChecks: Check[] = [
  {
    group: 'outside',
    name: 'PUBLIC_URL',
    needsDatabase: false,
    async run({ config }) {
      if (!config.publicUrl) return ok('not in use')
      const advice = 'Is the shop running, the proxy set to it, and the name known here?'
      try {
        const reply = await fetch(`${config.publicUrl}/health/live`, {
          signal: AbortSignal.timeout(waitMs),
          redirect: 'error',
        })
        const body = (await reply.json()) as { isLive?: unknown }
        return body.isLive === true
          ? ok('answers with this shop')
          : fault('answers with something else', advice)
      } catch (error) {
        return fault(`does not answer (${codeOf(error)})`, advice)
      }
    },
  },
  {
    group: 'outside',
    name: 'certificate',
    needsDatabase: false,
    run: ({ config }) => lookAtCertificate(config.publicUrl),
  },
  {
    group: 'outside',
    name: 'mail server',
    needsDatabase: false,
    async run({ config, connections }) {
      if (!hasMailServer(config, connections)) return ok('not in use: mails are kept')
      const server = findMailServer(config, connections)
      if (!server) return fault('its password does not open', 'Type it again under 設定, 信件.')
      const transport = await connectTo(server, {
        connectionTimeout: waitMs,
        greetingTimeout: waitMs,
        socketTimeout: waitMs,
      })
      try {
        await transport.verify()
        return ok('takes a connection')
      } catch (error) {
        return fault(
          `takes no connection (${codeOf(error)})`,
          'Look at SMTP_URL, or 設定, 信件 in the back office; mails wait meanwhile.',
        )
      } finally {
        transport.close()
      }
    },
  },
  {
    group: 'outside',
    name: 'gateway',
    needsDatabase: false,
    async run({ config, connections: { gateway: stored } }) {
      const isOfSettings = config.payments === 'settings' && stored.values.provider === 'ecpay'
      if (isOfSettings && stored.isUnreadable) {
        return fault('its keys do not open', 'Type them again under 設定, 付款方式.')
      }
      const [account] = stored.secrets?.accounts ?? []
      const gateway = isOfSettings && account ? toGateway(config, account) : config.gateway
      return gateway ? askPayments(gateway.url) : ok('not in use')
    },
  },
  {
    group: 'outside',
    name: 'LINE Pay',
    needsDatabase: false,
    async run({ config, connections: { linePay: stored } }) {
      const isOfSettings = !config.line.pay && stored.values.is_on
      if (isOfSettings && stored.isUnreadable) {
        return fault('its secret does not open', 'Type it again under 設定, 付款方式.')
      }
      const account = config.line.pay ?? (isOfSettings && stored.secrets?.accounts[0])
      return account ? askPayments(linePayUrl(config.line, account)) : ok('not in use')
    },
  },
  {
    group: 'outside',
    name: 'bucket',
    needsDatabase: false,
    async run({ config }) {
      if (!config.uploadsBucket) return ok('not in use')
      const store = createS3Store(config.uploadsBucket)
      const advice = 'Look at UPLOADS_S3_*.'
      const bytes = Buffer.from('npm run doctor')
      try {
        await store.put({ name: ownFile, bytes })
        const found = await store.open(ownFile)
        const given = found && (await buffer(found.stream))
        if (!given?.equals(bytes)) return fault('does not give back what it took', advice)
        const isGone = await store.remove(ownFile).then(
          () => true,
          () => false,
        )
        return isGone
          ? ok('takes and gives a file')
          : warning(
              `${ownFile} could not be taken away again`,
              'Allow the key to delete, or leave it.',
            )
      } catch (error) {
        return fault(`does not take and give a file (${codeOf(error)})`, advice)
      }
    },
  },
]

async function lookAtCertificate(publicUrl: Config['publicUrl']): Promise<Finding> {
  if (!publicUrl?.startsWith('https:')) return ok('not in use')
  const { hostname, port } = new URL(publicUrl)
  const { promise, resolve } = Promise.withResolvers<Finding>()
  const socket = connectTls({ host: hostname, servername: hostname, port: Number(port || 443) })
  socket.setTimeout(waitMs, () => socket.destroy(new Error('timeout')))
  socket.once('error', (error) =>
    resolve(fault(`is not accepted (${codeOf(error)})`, 'Renew it, or look at the proxy.')),
  )
  socket.once('secureConnect', () => {
    const days = Math.floor(
      (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000,
    )
    const text = `${days} days are left`
    resolve(days < leastDays ? warning(text, 'Renew it.') : ok(text))
    socket.end()
  })
  return promise
}
