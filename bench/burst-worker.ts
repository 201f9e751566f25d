// The thread of `openBurstApart`: says when the connections are open, and what was answered.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openBurst } from './burst.ts'

if (!parentPort) throw new Error('not a thread')
const burst = await openBurst(workerData.address, workerData.calls)
parentPort.postMessage('open')
await once(parentPort, 'message')
parentPort.postMessage(await burst.send())
