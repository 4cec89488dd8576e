// The collector against the fixture cloud: its records, and resources that it excludes.
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { cloudWith, openAccount, type Seen, scanned } from '../testing/scanned.ts'
import vpc from './index.ts'

const frankfurt = 'eu-central-1'

function regionOf() {
  const account = openAccount()
  const here = account.ec2[frankfurt]
  ok(here)
  return { account, here }
}

const said = ({ findings }: Seen, check: string, id: string): readonly string[] =>
  findings
    .filter((it) => it.check_id === check && it.resource.uid.endsWith(`/${id}`))
    .map(({ status, status_extended }) => `${status} ${status_extended}`)

test('a route by prefix list leads to what the list holds', async (t) => {
  const { account, here } = regionOf()
  const [peering] = here.peerings
  const hosts = here.prefixLists.find(({ name }) => name === 'partner-hosts')
  ok(peering && hosts)
  const check = 'vpc_peering_routing_tables_with_least_privilege'
  const before = await scanned(await cloudWith(t, account), vpc, account)
  deepEqual(said(before, check, peering.id), [
    `PASS Routes through ${peering.id} (partner) cover only parts of the peer VPC.`,
  ])
  hosts.entries.push({ cidr: '10.60.0.0/15' })
  const after = await scanned(await cloudWith(t, account), vpc, account)
  const table = here.routeTables.find(({ main }) => main)
  deepEqual(said(after, check, peering.id), [
    `FAIL ${peering.id} (partner) has routes that cover the entire peer VPC in ${table?.id} (10.60.0.0/16).`,
  ])
})

test('a flow log counts for its VPC, and not for another one or a subnet of it', async (t) => {
  const { account, here } = regionOf()
  const [log] = here.flowLogs
  const [network] = here.vpcs
  ok(log && network)
  log.resourceId = here.subnets[0]?.id ?? ''
  const seen = await scanned(await cloudWith(t, account), vpc, account)
  deepEqual(said(seen, 'vpc_flow_logs_enabled', network.id), [
    `FAIL ${network.id} (main) has no flow log.`,
  ])
})

test('a VPC that another account shares is its owner’s to judge', async (t) => {
  const { account, here } = regionOf()
  const [network] = here.vpcs
  ok(network)
  network.ownerId = '210987654321'
  for (const subnet of here.subnets) subnet.ownerId = '210987654321'
  const seen = await scanned(await cloudWith(t, account), vpc, account)
  const ids = [network.id, ...here.subnets.map(({ id }) => id)]
  const judged = seen.findings.filter(({ resource }) => ids.some((id) => resource.uid.endsWith(id)))
  deepEqual(judged, [])
})
