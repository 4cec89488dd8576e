import { deepEqual, equal, notDeepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../aws/account.ts'
import { syntheticAccount } from './account.ts'

const now = new Date('2026-11-21T10:00:00Z')

/** The list with resource names, by service. */
const lists = [
  ['sqs', 'ListQueues', 'QueueUrls'],
  ['sns', 'ListTopics', 'Topics'],
  ['dynamodb', 'ListTables', 'TableNames'],
  ['lambda', 'ListFunctions', 'Functions'],
  ['secretsmanager', 'ListSecrets', 'SecretList'],
] as const

const count = ({ s3, iam, kms, ec2, plain }: Account) =>
  s3.buckets.length +
  iam.users.length +
  iam.roles.length +
  kms.length +
  Object.values(ec2).reduce(
    (sum, region) =>
      sum +
      region.securityGroups.length +
      region.instances.length +
      region.volumes.length +
      region.snapshots.length,
    0,
  ) +
  Object.values(plain).reduce(
    (sum, region) =>
      lists.reduce((all, [service, operation, list]) => {
        const items = region[service]?.[operation]?.[list]
        return all + (Array.isArray(items) ? items.length : 0)
      }, sum),
    0,
  )

test('the same seed and size give the same account, another seed another one', () => {
  const make = (seed: number) => syntheticAccount({ seed, resources: 500, now })
  deepEqual(make(7), make(7))
  notDeepEqual(make(7), make(8))
})

for (const resources of [0, 1, 999, 12_345])
  test(`an account of ${resources} resources has exactly as many`, () => {
    equal(count(syntheticAccount({ seed: 1, resources, now })), resources)
  })

test('good and bad are mixed in a large account', () => {
  const { ec2, s3 } = syntheticAccount({ seed: 3, resources: 5000, now })
  const volumes = Object.values(ec2).flatMap((region) => region.volumes)
  const encrypted = volumes.filter((volume) => volume.encrypted).length / volumes.length
  equal(encrypted > 0.8 && encrypted < 0.9, true)
  const states = new Set(s3.buckets.map((bucket) => bucket.publicAccessBlock?.blockPublicAcls))
  equal(states.size, 2)
})

test('a size that is no count is refused', () => {
  throws(() => syntheticAccount({ seed: 1, resources: -1 }), RangeError)
  throws(() => syntheticAccount({ seed: 1, resources: 1.5 }), RangeError)
})
