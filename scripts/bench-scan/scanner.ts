/** One scan without a server, and what it cost, as a line: `scanner.ts <kind> <how to sign in>`. */
import { open, planScan, scan } from '../../scanner/index.ts'
import { kindOf, type Played } from './kinds.ts'

export interface Scanned {
  readonly findings: number
  /** Processor time a finding. */
  readonly microseconds: number
  /** The highest resident memory of the process. */
  readonly peakMb: number
}

const [, , kind, played = ''] = process.argv
const { provider } = kindOf(kind)
await Promise.all(Object.values(provider.services).map((load) => load())) // once a process, not once a finding
const { config, ...signingIn } = JSON.parse(played) as Played
const unhurried = { ...config, max_requests_per_second: 10_000 }
const session = await open(provider, { ...signingIn, config: unhurried, mayBePrivate: () => true })
const plan = await planScan(session)
const before = process.cpuUsage()
let findings = 0
for await (const result of scan(plan, { session })) {
  if (result.kind === 'failed') throw new Error(`${result.unit} failed: ${result.error.cause}`)
  findings += result.findings.length
}
const { user, system } = process.cpuUsage(before)
session.close()
const { maxRSS } = process.resourceUsage()
const scanned: Scanned = {
  findings,
  microseconds: (user + system) / findings,
  peakMb: maxRSS / 1_024,
}
process.stdout.write(`${JSON.stringify(scanned)}\n`)
