// For every service of the demo account: each check has an example, and an empty response is not evidence.
import { deepEqual } from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { allServices } from '../../engine/checks.ts'
import { aws } from '../../index.ts'
import { once, type Service } from '../../kit/index.ts'
import { startFixtureCloud } from '../../testing/index.ts'
import type { Aws } from './client.ts'
import table from './operations.json' with { type: 'json' }
import { find, type OperationName } from './operations.ts'
import { openAccount, type Seen, scanned, verdicts } from './testing/scanned.ts'

/** Checks that cannot apply to the demo account: it is not the management account of an organization. */
const withoutStory: ReadonlySet<string> = new Set(['iam_root_credentials_management_enabled'])

/** Calls whose response is empty if there are no resources: the verdict is then valid. */
const emptyMeansNone: ReadonlySet<string> = new Set([
  'guardduty:GetAdministratorAccount',
  's3:GetBucketLogging',
  's3:GetBucketVersioning',
  's3:HeadBucket', // its status is the result
  'wafv2:GetWebACLForResource',
])

/** Calls that are polled until done. */
const polled: ReadonlySet<string> = new Set([
  'iam:GenerateCredentialReport',
  'iam:GenerateServiceLastAccessedDetails',
  'iam:GetServiceLastAccessedDetails',
])

/** An empty response in the format of the protocol. */
function emptyAnswer(signed: string, operation: string): string {
  // Calls are recorded by the name in their signature, which may not be the table's.
  const name = Object.hasOwn(table, signed)
    ? signed
    : Object.entries(table).find(
        ([, it]) => it.signingName === signed && operation in it.operations,
      )?.[0]
  const { service, operation: known } = find(`${name}:${operation}` as OperationName)
  if (service.protocol === 'json' || service.protocol === 'rest-json') return '{}'
  if (service.protocol === 'rest-xml') return `<${known.root ?? 'Nothing'}/>`
  const inner = service.protocol === 'query' ? `<${operation}Result/>` : ''
  return `<${operation}Response>${inner}</${operation}Response>`
}

const keysOf = ({ findings, calls }: Seen, region: string): readonly string[] => [
  ...findings.filter((it) => it.region === region).map((it) => `${it.check_id} ${it.status}`),
  ...calls.filter((it) => it.region === region).map((it) => `${it.service}:${it.operation}`),
]

/** The smallest set of regions, largest first, in which every verdict and every call of any region occurs. */
function tellingRegions(seen: Seen): readonly string[] {
  const regions = [...new Set(seen.coverage.flatMap(({ region }) => region ?? []))]
  const keys = new Map(regions.map((region) => [region, new Set(keysOf(seen, region))]))
  const covered = new Set<string>()
  const chosen: string[] = []
  for (;;) {
    const missing = (region: string) => keys.get(region)?.difference(covered).size ?? 0
    const [best] = regions.toSorted((a, b) => missing(b) - missing(a))
    if (best === undefined || missing(best) === 0) return chosen
    chosen.push(best)
    for (const key of keys.get(best) ?? []) covered.add(key)
  }
}

/** A cloud with the demo account, for all tests of one service. Its state is live: tests undo their changes. */
async function demoOf(service: Service<Aws>) {
  const account = openAccount()
  const cloud = await startFixtureCloud({ accounts: [account] })
  const whole = await scanned(cloud, service, account)
  const regions = tellingRegions(whole)
  const again = () => scanned(cloud, service, account, regions)
  return { account, cloud, whole, before: await again(), again }
}

const services = (await allServices(aws)).filter(({ name }) => name !== 'ec2') // see ec2/gaps.test.ts

for (const service of services) {
  const { name, checks } = service
  const demo = once(() => demoOf(service))
  const here = (title: string, body: () => Promise<void>) => test(`${name}: ${title}`, body)

  suite(name, () => {
    after(async () => (await demo()).cloud.close())

    here('the demo account has something to say to every check', async () => {
      const { whole } = await demo()
      const spoken = new Set(whole.findings.map(({ check_id }) => check_id))
      const silent = checks.map(({ id }) => id).filter((id) => !spoken.has(id))
      deepEqual(
        silent.filter((id) => !withoutStory.has(id)),
        [],
      )
    })

    here('a call that answers with nothing gives no verdict of its own', async () => {
      const { cloud, before, again } = await demo()
      const was = new Set(verdicts(before))
      const calls = new Set(before.calls.map((call) => `${call.service}:${call.operation}`))
      const added: string[] = []
      for (const call of calls) {
        if (emptyMeansNone.has(call) || polled.has(call)) continue
        const [owner = '', operation = ''] = call.split(':')
        const match = { service: owner, operation }
        const body = emptyAnswer(owner, operation)
        const restore = cloud.script({ match, do: 'status', status: 200, body })
        const seen = await again()
        restore()
        for (const line of verdicts(seen)) if (!was.has(line)) added.push(`${call}: ${line}`)
      }
      deepEqual(added, [])
    })
  })
}
