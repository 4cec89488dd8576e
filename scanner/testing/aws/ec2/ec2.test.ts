import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  DescribeAddressesCommand,
  DescribeFlowLogsCommand,
  DescribeImageAttributeCommand,
  DescribeImagesCommand,
  DescribeInstanceAttributeCommand,
  DescribeInstancesCommand,
  DescribeLaunchTemplatesCommand,
  DescribeLaunchTemplateVersionsCommand,
  DescribeManagedPrefixListsCommand,
  DescribeNetworkAclsCommand,
  DescribeNetworkInterfacesCommand,
  DescribeRegionsCommand,
  DescribeRouteTablesCommand,
  DescribeSecurityGroupRulesCommand,
  DescribeSecurityGroupsCommand,
  DescribeSnapshotAttributeCommand,
  DescribeSnapshotsCommand,
  DescribeSubnetsCommand,
  DescribeVolumesCommand,
  DescribeVpcEndpointsCommand,
  DescribeVpcsCommand,
  EC2Client,
  GetEbsEncryptionByDefaultCommand,
  GetImageBlockPublicAccessStateCommand,
  GetInstanceMetadataDefaultsCommand,
  GetManagedPrefixListEntriesCommand,
  GetSnapshotBlockPublicAccessStateCommand,
  paginateDescribeInstances,
  paginateDescribeSecurityGroups,
} from '@aws-sdk/client-ec2'
import { startFixtureCloud } from '../../cloud.ts'
import { demoAccount } from '../../demo/account.ts'
import { demoId } from '../../demo/facts.ts'
import { fault, pagesOf, readsAll, settingsFor, transportTo } from '../official-client.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
const transport = transportTo(cloud)
const client = (region = 'us-east-1', options = {}) =>
  new EC2Client({ ...settingsFor(cloud, demoId, region), requestHandler: transport, ...options })
const state = (region: string) => {
  const found = cloud.account(demoId).ec2[region]
  if (!found) throw new Error(`The demo account has nothing in ${region}.`)
  return found
}
const firstId = (items: readonly { readonly id: string }[]) => items[0]?.id ?? ''
after(() => cloud.close())

for (const region of ['eu-central-1', 'us-east-1', 'eu-west-1', 'us-west-2'])
  test(`everything in ${region} arrives whole`, async () => {
    await readsAll(client(region), transport, [
      new DescribeRegionsCommand({ AllRegions: true }),
      new DescribeVpcsCommand({}),
      new DescribeSubnetsCommand({}),
      new DescribeRouteTablesCommand({}),
      new DescribeNetworkAclsCommand({}),
      new DescribeSecurityGroupsCommand({}),
      new DescribeSecurityGroupRulesCommand({}),
      new DescribeNetworkInterfacesCommand({}),
      new DescribeAddressesCommand({}),
      new DescribeFlowLogsCommand({}),
      new DescribeVpcEndpointsCommand({}),
      new DescribeManagedPrefixListsCommand({}),
      new DescribeInstancesCommand({}),
      new DescribeLaunchTemplatesCommand({}),
      new DescribeLaunchTemplateVersionsCommand({ Versions: ['$Latest', '$Default'] }),
      new DescribeVolumesCommand({}),
      new DescribeSnapshotsCommand({ OwnerIds: ['self'] }),
      new DescribeImagesCommand({ Owners: ['self'] }),
      new GetEbsEncryptionByDefaultCommand({}),
      new GetSnapshotBlockPublicAccessStateCommand({}),
      new GetImageBlockPublicAccessStateCommand({}),
      new GetInstanceMetadataDefaultsCommand({}),
    ])
  })

test('what single resources are set to arrives whole', async () => {
  const { snapshots, images, instances, prefixLists } = state('eu-central-1')
  await readsAll(client('eu-central-1'), transport, [
    new DescribeSnapshotAttributeCommand({
      SnapshotId: snapshots[1]?.id,
      Attribute: 'createVolumePermission',
    }),
    new GetManagedPrefixListEntriesCommand({ PrefixListId: prefixLists[1]?.id }),
    new DescribeImageAttributeCommand({ ImageId: firstId(images), Attribute: 'launchPermission' }),
    new DescribeInstanceAttributeCommand({
      InstanceId: firstId(instances),
      Attribute: 'disableApiTermination',
    }),
    new DescribeInstanceAttributeCommand({ InstanceId: firstId(instances), Attribute: 'userData' }),
  ])
})

test('a public snapshot is shared with the group all', async () => {
  const shared = state('us-east-1').snapshots.find(({ sharedWith }) => sharedWith.includes('all'))
  const { CreateVolumePermissions } = await client().send(
    new DescribeSnapshotAttributeCommand({
      SnapshotId: shared?.id,
      Attribute: 'createVolumePermission',
    }),
  )
  deepEqual(CreateVolumePermissions, [{ Group: 'all' }])
})

test('only enabled regions are told of, unless all are asked for', async () => {
  const enabled = await client().send(new DescribeRegionsCommand({}))
  equal(enabled.Regions?.length, 5)
  const all = await client().send(new DescribeRegionsCommand({ AllRegions: true }))
  equal(all.Regions?.length, 8)
  const command = new DescribeRegionsCommand({
    AllRegions: true,
    Filters: [{ Name: 'opt-in-status', Values: ['not-opted-in'] }],
  })
  equal((await client().send(command)).Regions?.length, 3)
})

test('security groups page by their own tokens', async () => {
  const paginator = paginateDescribeSecurityGroups({ client: client(), pageSize: 5 }, {})
  const pages = await pagesOf(paginator)
  deepEqual(
    pages.map(({ SecurityGroups = [] }) => SecurityGroups.length),
    [5, 2],
  )
  const NextToken = pages[0]?.NextToken
  await rejects(
    client().send(new DescribeVolumesCommand({ NextToken })),
    fault('InvalidParameterValue', 400),
  )
  await rejects(
    client().send(new DescribeSecurityGroupsCommand({ MaxResults: 2 })),
    fault('InvalidParameterValue', 400),
  )
})

test('the cloud may cut pages shorter than anybody asks', async () => {
  const narrow = await startFixtureCloud({ accounts: [demoAccount()], pageSize: 2 })
  const pages = await pagesOf(
    paginateDescribeInstances({ client: new EC2Client(settingsFor(narrow, demoId)) }, {}),
  )
  deepEqual(
    pages.map(({ Reservations = [] }) => Reservations.length),
    [2, 2, 1],
  )
  await narrow.close()
})

test('single instances are asked for by id, and a wrong id is told', async () => {
  const InstanceIds = [firstId(state('us-east-1').instances)]
  const { Reservations = [] } = await client().send(new DescribeInstancesCommand({ InstanceIds }))
  deepEqual(
    Reservations.flatMap(({ Instances = [] }) => Instances.map(({ InstanceId }) => InstanceId)),
    InstanceIds,
  )
  await rejects(
    client().send(new DescribeInstancesCommand({ InstanceIds: ['i-0nowhere'] })),
    fault('InvalidInstanceID.NotFound', 400),
  )
  await rejects(
    client().send(new DescribeInstancesCommand({ InstanceIds, MaxResults: 10 })),
    fault('InvalidParameterCombination', 400),
  )
})

test('filters keep what they name, by value, glob and tag, and an unknown one is an error', async () => {
  const ask = async (Name: string, ...Values: string[]) => {
    const command = new DescribeInstancesCommand({ Filters: [{ Name, Values }] })
    return (await client().send(command)).Reservations?.length
  }
  equal(await ask('instance-state-name', 'running'), 4)
  equal(await ask('instance-type', 'm5.*', 't3.*'), 5)
  equal(await ask('tag:Name', 'intranet'), 1)
  await rejects(ask('colour', 'blue'), fault('InvalidParameterValue', 400))
})

test('a region without anything answers empty lists', async () => {
  delete cloud.account(demoId).ec2['ap-southeast-2']
  const { Reservations, NextToken } = await client('ap-southeast-2').send(
    new DescribeInstancesCommand({}),
  )
  deepEqual([Reservations, NextToken], [[], undefined])
})

test('a region that is not switched on fails every call', async () => {
  await rejects(client('me-central-1').send(new DescribeVpcsCommand({})), fault('AuthFailure', 401))
})

test('denied, throttled and badly signed calls have EC2’s own names', async () => {
  const { credentials } = settingsFor(cloud, demoId)
  const wrong = { credentials: { ...credentials, secretAccessKey: 'wrong' } }
  await rejects(
    client('us-east-1', wrong).send(new DescribeVpcsCommand({})),
    fault('AuthFailure', 401),
  )
  cloud.script({ match: { operation: 'DescribeVpcs', times: 1 }, do: 'throttle' })
  await rejects(client().send(new DescribeVpcsCommand({})), fault('RequestLimitExceeded', 503))
  cloud.account(demoId).denied.push({ action: 'ec2:DescribeVolumes', region: 'eu-*' })
  await rejects(
    client('eu-west-1').send(new DescribeVolumesCommand({})),
    fault('UnauthorizedOperation', 403),
  )
  ok((await client().send(new DescribeVolumesCommand({}))).Volumes)
})
