/**
 * A synthetic account: what a scan sees of each of its units on each day. Nothing is stored from day to
 * day. Every fact is derived from the seed and its subject, so that an account of a million findings takes no memory,
 * and the same numbers produce the same account.
 */
import type { CheckFacts } from '@plumbline/scanner'
import type { Observation } from '../versions/index.ts'
import type { ObservedResource } from '../resources/index.ts'
import { draw, mix, numbered, pick } from './draw.ts'

export interface Churn {
  /** Shares of what there is, each day. */
  readonly flips: number
  readonly replaced: number
  readonly reworded: number
}
/** Three percent: 2 % of verdicts change, 0.5 % of resources are replaced. */
export const usualChurn: Churn = { flips: 0.02, replaced: 0.005, reworded: 0.01 }

export interface Shape {
  /** Twelve digits. */
  readonly uid: string
  readonly checks: readonly CheckFacts[]
  /** How many there are on any day, within a few. */
  readonly findings: number
  readonly seed: number
  readonly churn?: Churn
}

/** A service in one region, as scans are cut. */
export interface SyntheticUnit {
  readonly name: string
  readonly checks: readonly CheckFacts[]
  readonly kinds: readonly Kind[]
}

/** Resources of one type, which the same checks look at, in so many places that are always taken. */
interface Kind {
  readonly resource_type: string
  readonly checks: readonly CheckFacts[]
  readonly places: number
}

const regions = [
  'us-east-1',
  'eu-west-1',
  'us-west-2',
  'eu-central-1',
  'ap-southeast-1',
  'us-east-2',
  'eu-west-2',
  'ap-northeast-1',
  'ap-southeast-2',
  'eu-west-3',
  'us-west-1',
  'ap-south-1',
  'eu-north-1',
  'ca-central-1',
  'sa-east-1',
  'ap-northeast-2',
  'eu-south-1',
] as const
/** Services that are read once for all regions. */
const global: ReadonlySet<string> = new Set(
  'account cloudfront iam organizations route53 shield trustedadvisor wafv2'.split(' '),
)
/** Of what there is much in most accounts; of anything else little, by chance. */
const many: Readonly<Record<string, number>> = {
  AwsEc2SecurityGroup: 40,
  AwsEc2Instance: 20,
  AwsEc2Volume: 60,
  AwsS3Bucket: 30,
  AwsIamUser: 30,
  AwsIamRole: 60,
  AwsIamPolicy: 10,
  AwsLambdaFunction: 50,
  AwsKmsKey: 20,
  AwsRdsDbInstance: 12,
  AwsCloudWatchLogGroup: 60,
  AwsEcrRepository: 20,
}

const teams = ['payments', 'search', 'identity', 'data', 'web', 'mobile', 'platform', 'support']
const stages = ['production', 'production', 'staging', 'development', 'sandbox']
const words = ['orders', 'ledger', 'assets', 'events', 'backup', 'reports', 'gateway', 'queue']

/** Checks by service and type, each with how heavily it weighs. */
function kindsOf(checks: readonly CheckFacts[], seed: number) {
  const grouped = Map.groupBy(
    checks.filter(({ deprecated }) => !deprecated),
    ({ service, resource_type }) => `${service} ${resource_type}`,
  )
  return [...grouped.values()].map((own) => {
    const [{ service, resource_type }] = own as [CheckFacts, ...CheckFacts[]]
    const weight = many[resource_type] ?? 1 + 5 * draw(seed, numbered(service + resource_type)) ** 3
    return { service, resource_type, checks: own, weight }
  })
}

function unitsOf({ checks, findings, seed }: Shape): SyntheticUnit[] {
  const spread = kindsOf(checks, seed).flatMap((kind) =>
    (global.has(kind.service) ? regions.slice(0, 1) : regions).map((region, rank) => ({
      ...kind,
      unit: `${kind.service}/${region}`,
      expected: (kind.weight * kind.checks.length) / (rank + 1),
    })),
  )
  const whole = spread.reduce((sum, { expected }) => sum + expected, 0)
  let owed = 0 // the rounding remainder carries over to the next kind
  const kinds = spread.map(({ expected, unit, resource_type, checks: own }) => {
    owed += (expected / whole) * findings
    const places = Math.max(0, Math.round(owed / own.length))
    owed -= places * own.length
    return { unit, resource_type, checks: own, places }
  })
  return [...Map.groupBy(kinds, ({ unit }) => unit)].map(([name, own]) => ({
    name,
    checks: own.flatMap((kind) => kind.checks),
    kinds: own.filter(({ places }) => places > 0),
  }))
}

const hex = (number: number): string => number.toString(16).padStart(8, '0')

/** How often something with this chance a day has happened on the days after `since`. */
function times(seed: number, since: number, day: number, low: number, high: number): number {
  let happened = 0
  for (let at = since + 1; at <= day; at += 1) {
    const drawn = draw(seed, at)
    if (drawn >= low && drawn < high) happened += 1
  }
  return happened
}

export class SyntheticAccount {
  readonly uid: string
  readonly units: readonly SyntheticUnit[]
  readonly #seed: number
  readonly #churn: Churn
  readonly #checks = new Map<string, { readonly number: number; readonly failing: number }>()

  constructor(shape: Shape) {
    this.uid = shape.uid
    this.#seed = mix(shape.seed, numbered(shape.uid))
    this.#churn = shape.churn ?? usualChurn
    this.units = unitsOf(shape)
  }

  /** What a scan of one unit observes on a day, counted from 0. */
  observe({ name, kinds }: SyntheticUnit, day: number): Observation[] {
    const [service = '', region = ''] = name.split('/')
    const said: Observation[] = []
    for (const { resource_type, checks, places } of kinds) {
      const kindSeed = mix(this.#seed, numbered(name + resource_type))
      for (let place = 0; place < places; place += 1) {
        const { seed, since } = this.#tenantOf(mix(kindSeed, place), day)
        const resource = this.#resource(seed, { service, region, type: resource_type })
        const raw_result = { arn: resource.uid, name: resource.name, region, tags: resource.tags }
        for (const check of checks)
          said.push(this.#judged(check, { resource, raw_result, seed, since, day }))
      }
    }
    return said
  }

  /** The resource in a slot on a day, and since when: a deleted one is replaced by another. */
  #tenantOf(place: number, day: number): { seed: number; since: number } {
    let seed = place
    let since = 0
    for (let at = 1; at <= day; at += 1) {
      if (draw(place, at) >= this.#churn.replaced) continue
      seed = mix(place, -at)
      since = at
    }
    return { seed, since }
  }

  #resource(
    seed: number,
    { service, region, type }: Pick<ObservedResource, 'service' | 'region' | 'type'>,
  ): ObservedResource {
    const team = pick(teams, draw(seed, 1))
    const id = hex(seed) + hex(mix(seed, 2))
    const name = `${team}-${pick(words, draw(seed, 3))}-${id.slice(0, 6)}`
    const kind = type.replace(/^Aws/, '').toLowerCase()
    return {
      uid: `arn:aws:${service}:${region}:${this.uid}:${kind}/${id}`,
      name,
      region,
      service,
      type,
      partition: 'aws',
      tags: { environment: pick(stages, draw(seed, 4)), team },
    }
  }

  #judged(
    { id: check_id, severity, resource_type }: CheckFacts,
    about: {
      resource: ObservedResource
      raw_result: unknown
      seed: number
      since: number
      day: number
    },
  ): Observation {
    const { resource, raw_result, since, day } = about
    const { number, failing } = this.#check(check_id)
    const seed = mix(about.seed, number)
    const { flips, reworded } = this.#churn
    const turned = times(seed, since, day, 0, flips)
    const read = times(seed, since, day, flips, flips + reworded)
    const fails = draw(seed, 0) < failing !== (turned % 2 === 1)
    const status = draw(number, 7) < 0.02 ? 'MANUAL' : fails ? 'FAIL' : 'PASS'
    const { service, region, name } = resource
    return {
      uid: `plumbline-aws-${check_id}-${this.uid}-${region}-${resource.uid}`,
      check_id,
      status,
      severity,
      status_extended: `${name} in ${region} ${sayings[status]} ${check_id.replaceAll('_', ' ')}; setting ${read} was read.`,
      service,
      region,
      resource_type,
      resource,
      raw_result,
    }
  }

  /** Few checks fail often and many seldom: three of ten verdicts. */
  #check(id: string): { readonly number: number; readonly failing: number } {
    const known = this.#checks.get(id)
    if (known) return known
    const number = numbered(id)
    const made = { number, failing: 0.02 + 0.84 * draw(number, 8) ** 2 }
    this.#checks.set(id, made)
    return made
  }
}

const sayings = { PASS: 'meets', FAIL: 'does not meet', MANUAL: 'is to be looked at for' } as const
