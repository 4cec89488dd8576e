/** Accounts of any size for load tests: the same seed and size produce the same account. */
import type { Account } from '../aws/account.ts'
import { blankAccount } from '../blank-account.ts'
import { seeded } from '../chance.ts'
import { type Draw, drawFrom } from './draw.ts'
import { fillRegion } from './ec2.ts'
import { fillPlain } from './plain.ts'
import { syntheticBucket, syntheticKey, syntheticRole, syntheticUser } from './others.ts'

export interface SyntheticOptions {
  seed: number
  /** The total number of resources of all kinds, not counting network interfaces, of which each instance has one. */
  resources: number
  id?: string
  /** The time of the scan; ages count back from it. */
  now?: Date
}

export const syntheticRegions = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1']

/**
 * The composition of a thousand resources; the rest are volumes. Resources that need a separate call are rare, as in
 * real accounts.
 */
const perMille = {
  groups: 280,
  instances: 300,
  snapshots: 20,
  buckets: 20,
  users: 20,
  roles: 10,
  keys: 10,
  queues: 10,
  topics: 10,
  tables: 10,
  functions: 10,
  secrets: 5,
}

/** The number of resources of each kind; the sum is the total. */
const sharesOf = (resources: number) => {
  const part = (kind: keyof typeof perMille) => Math.floor((resources * perMille[kind]) / 1000)
  const shares = {
    groups: part('groups'),
    instances: part('instances'),
    snapshots: part('snapshots'),
    buckets: part('buckets'),
    users: part('users'),
    roles: part('roles'),
    keys: part('keys'),
    queues: part('queues'),
    topics: part('topics'),
    tables: part('tables'),
    functions: part('functions'),
    secrets: part('secrets'),
  }
  const others = Object.values(shares).reduce((sum, count) => sum + count, 0)
  return { ...shares, volumes: resources - others }
}

const made = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at + 1))

const regionOf = (number: number): string =>
  syntheticRegions[number % syntheticRegions.length] ?? 'us-east-1'

/** The share of `total` for the region at index `at`; the shares add up to the total. */
const slice = (total: number, at: number): number => {
  const { length } = syntheticRegions
  return Math.floor((total * (at + 1)) / length) - Math.floor((total * at) / length)
}

export const syntheticAccount = (options: SyntheticOptions): Account => {
  const { seed, resources, id = '456789012345', now = new Date() } = options
  if (!Number.isSafeInteger(resources) || resources < 0)
    throw new RangeError(`resources is a count, not ${resources}.`)
  const draw: Draw = drawFrom(seeded(seed), now)
  const shares = sharesOf(resources)
  const account = blankAccount(id, draw.ago(3000))
  account.s3.buckets = made(shares.buckets, (n) => syntheticBucket(draw, n, regionOf(n), account))
  account.iam.users = made(shares.users, (n) => syntheticUser(draw, n, id))
  account.iam.roles = made(shares.roles, (n) => syntheticRole(draw, n))
  account.kms = made(shares.keys, (n) => syntheticKey(draw, n, regionOf(n), id))
  for (const [at, region] of syntheticRegions.entries()) {
    account.ec2[region] = fillRegion(draw, region, {
      groups: slice(shares.groups, at),
      instances: slice(shares.instances, at),
      volumes: slice(shares.volumes, at),
      snapshots: slice(shares.snapshots, at),
    })
    account.plain[region] = fillPlain(
      draw,
      { region, accountId: id },
      {
        queues: slice(shares.queues, at),
        topics: slice(shares.topics, at),
        tables: slice(shares.tables, at),
        functions: slice(shares.functions, at),
        secrets: slice(shares.secrets, at),
      },
    )
  }
  return account
}
