import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { globMatches } from '../aws/permissions.ts'
import { arnOfBucket, arnOfKey } from '../aws/arns.ts'
import { demoAccount } from './account.ts'
import { demoId } from './facts.ts'

const now = new Date('2026-11-21T10:00:00Z')
const account = demoAccount(now)
const { iam, s3, ec2, kms, trails } = account
const regions = Object.values(ec2)
const ids = (items: readonly { readonly id: string }[]) => new Set(items.map(({ id }) => id))

test('every look at the demo account is a fresh copy with the same content', () => {
  deepEqual(demoAccount(now), account)
  notEqual(demoAccount(now).s3.buckets, s3.buckets)
})

test('the demo account is large enough to be worth a scan', () => {
  const counts = {
    buckets: s3.buckets.length,
    users: iam.users.length,
    roles: iam.roles.length,
    instances: regions.flatMap(({ instances }) => instances).length,
    groups: regions.flatMap(({ securityGroups }) => securityGroups).length,
    keys: kms.length,
    trails: trails.length,
  }
  const wanted = { buckets: 12, users: 10, roles: 8, instances: 11, groups: 17, keys: 8, trails: 3 }
  deepEqual(counts, wanted)
})

test('what the instances stand on is there', () => {
  for (const region of regions) {
    const [groups, subnets, faces] = [
      ids(region.securityGroups),
      ids(region.subnets),
      ids(region.networkInterfaces),
    ]
    const volumes = ids(region.volumes)
    for (const instance of region.instances) {
      ok(instance.securityGroupIds.every((id) => groups.has(id)))
      ok(subnets.has(instance.subnetId) && faces.has(instance.interfaceId))
      ok(instance.volumes.every(({ volumeId }) => volumes.has(volumeId)))
      const profile = instance.profile
      ok(profile === null || iam.roles.some(({ name }) => name === profile))
    }
  }
})

test('no id is given twice', () => {
  const all = regions.flatMap((region) =>
    [
      region.vpcs,
      region.subnets,
      region.securityGroups,
      region.networkInterfaces,
      region.instances,
      region.volumes,
      region.snapshots,
      region.images,
    ].flat(),
  )
  equal(ids(all).size, all.length)
  const principals = [...iam.users, ...iam.groups, ...iam.roles]
  equal(ids(principals).size, principals.length)
})

test('attached policies, groups and boundaries exist', () => {
  const policies = new Set(iam.policies.map(({ arn }) => arn))
  const principals = [...iam.users, ...iam.groups, ...iam.roles]
  const missing = principals.flatMap(({ attachedPolicies }) =>
    attachedPolicies.filter((arn) => !policies.has(arn)),
  )
  deepEqual(missing, [])
  const groups = new Set(iam.groups.map(({ name }) => name))
  ok(iam.users.every((user) => user.groups.every((name) => groups.has(name))))
})

test('keys that buckets and trails name exist, and logs go where buckets are', () => {
  const arns = new Set(kms.map((key) => arnOfKey(demoId, key)))
  const named = [
    ...s3.buckets.flatMap(({ encryption }) => encryption?.keyArn ?? []),
    ...trails.flatMap(({ kmsKeyArn }) => kmsKeyArn ?? []),
  ]
  ok(named.length >= 2 && named.every((arn) => arns.has(arn)))
  const buckets = new Set(s3.buckets.map(({ name }) => name))
  ok(s3.buckets.every(({ logging }) => logging === null || buckets.has(logging.bucket)))
  deepEqual(
    trails.map(({ bucket }) => bucket).filter((name) => !buckets.has(name)),
    ['partner-central-logs'],
  )
})

test('each denial keeps something back that is there', () => {
  const there = [
    ...s3.buckets.map(({ name }) => arnOfBucket(name)),
    ...kms.map((key) => arnOfKey(demoId, key)),
  ]
  for (const { resource = '*' } of account.denied)
    equal(there.filter((arn) => globMatches(resource, arn)).length, 1)
})
