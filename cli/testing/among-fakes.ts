/** `serve` and `worker` as they are, except for the outside: each host leads to a fake, and waits are short. */
import { readConfig } from '@plumbline/server'
import { Sites } from '@plumbline/server/testing/sites'
import { Lifetime } from '../lifetime.ts'
import { launch } from '../serve.ts'

const hosts = JSON.parse(process.env['PLUMBLINE_TEST_SITES'] ?? '{}') as Record<string, string>
const sites = new Sites()
// A hang costs a delivery this long; on a slow machine an answer may take a good part of it.
sites.timeoutMs = 3_000
for (const [host, origin] of Object.entries(hosts)) sites.add(host, origin)

const parent = process.ppid
setInterval(() => process.ppid === parent || process.exit(1), 1_000).unref() // no other process would stop it

const isWorker = process.argv[2] === 'worker'
const config = readConfig(process.env)
const lifetime = new Lifetime()
await lifetime.run(async () => {
  const served = await launch(config, {
    signal: lifetime.signal,
    api: !isWorker,
    worker: isWorker || config.worker,
    egress: sites.egress,
    pace: { pollMs: 200, leaseSeconds: 12, firstWaitSeconds: 0.2, searchLagSeconds: 4 },
  })
  lifetime.started(served)
  process.stdout.write(isWorker ? 'Working.\n' : `Serving ${served.address}/\n`)
})
