/** `serve` with one endpoint that throws where nothing catches, and then returns the readiness. */
import { readConfig } from '@plumbline/server'
import type { Endpoint } from '@plumbline/server/http'
import { Lifetime } from '../lifetime.ts'
import { launch } from '../serve.ts'

const stopping = Promise.withResolvers<void>()

const fault: Endpoint = {
  method: 'GET',
  path: '/fault',
  may: 'anonymous',
  kind: 'none',
  status: 200,
  tag: 'Fault',
  operationId: 'fault_retrieve',
  summary: 'Throws where nothing catches',
  async run() {
    setImmediate(() => {
      throw new Error('A planted fault.')
    })
    await stopping.promise
    const { status } = await fetch(`${served.address}/health/ready`)
    return { status: 200, document: { meta: { readiness: status } } }
  },
}

const lifetime = new Lifetime()
const served = await launch(readConfig(process.env), {
  signal: lifetime.signal,
  api: true,
  worker: true,
  more: () => [fault],
})
lifetime.started({
  ...served,
  async stop() {
    const stopped = served.stop()
    stopping.resolve()
    await stopped
  },
})
process.stdout.write(`Serving ${served.address}/\n`)
