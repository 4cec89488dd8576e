// The collector against the fixture cloud: the evaluated clusters, and the calls of EC2.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { cloudWith, openAccount, scanned } from '../testing/scanned.ts'
import neptune from './index.ts'

const ofEc2 = new Set(['DescribeSubnets', 'DescribeRouteTables'])

test('only clusters and snapshots of Neptune are judged, and public subnets are named', async (t) => {
  const account = openAccount()
  const seen = await scanned(await cloudWith(t, account), neptune, account)
  const names = new Set(seen.findings.map(({ resource }) => resource.name))
  deepEqual([...names].toSorted(), [
    'friends',
    'friends-weekly',
    'recommendations',
    'recommendations-demo',
  ])
  const subnets = seen.findings.filter(
    ({ check_id }) => check_id === 'neptune_cluster_uses_public_subnet',
  )
  deepEqual(subnets.map(({ resource, status }) => `${resource.name} ${status}`).toSorted(), [
    'friends PASS',
    'recommendations FAIL',
  ])
  ok(subnets.some(({ status_extended: sentence }) => /: subnet-\w+\.$/.test(sentence)))
})

test('EC2 is asked where there is a cluster, and nowhere else', async (t) => {
  const account = openAccount()
  const seen = await scanned(await cloudWith(t, account), neptune, account)
  const asked = seen.calls.filter(({ operation }) => ofEc2.has(operation))
  deepEqual([...new Set(asked.map(({ region }) => region))].toSorted(), [
    'eu-central-1',
    'eu-west-1',
  ])
  const none = { ...account, plain: {} }
  const nothing = await scanned(await cloudWith(t, none), neptune, none)
  equal(nothing.calls.filter(({ operation }) => ofEc2.has(operation)).length, 0)
})

test('a subnet that EC2 does not list leaves the question open', async (t) => {
  const account = { ...openAccount(), ec2: {} }
  const seen = await scanned(await cloudWith(t, account), neptune, account)
  const judged = seen.findings.filter(
    ({ check_id }) => check_id === 'neptune_cluster_uses_public_subnet',
  )
  const open = seen.unread.filter(
    ({ check_id }) => check_id === 'neptune_cluster_uses_public_subnet',
  )
  deepEqual([judged.length, open.map(({ reason }) => reason)], [0, ['not_listed', 'not_listed']])
})
