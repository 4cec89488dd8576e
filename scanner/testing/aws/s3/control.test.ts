import { deepEqual, equal, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  GetAccessPointCommand,
  GetPublicAccessBlockCommand,
  ListAccessPointsCommand,
  ListMultiRegionAccessPointsCommand,
  S3ControlClient,
} from '@aws-sdk/client-s3-control'
import { startFixtureCloud } from '../../cloud.ts'
import { demoAccount } from '../../demo/account.ts'
import { demoId, partnerId } from '../../demo/facts.ts'
import { readsAll, settingsFor, transportTo } from '../official-client.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
const transport = transportTo(cloud)
// This client always puts the account in front of the host name, which an IP address does not allow.
const endpoint = `http://localhost:${cloud.port}`
const client = (region = 'us-east-1') =>
  new S3ControlClient({
    ...settingsFor(cloud, demoId, region),
    endpoint,
    requestHandler: transport,
  })
const AccountId = demoId
after(() => cloud.close())

test('the account-wide block and the access points arrive whole', async () => {
  await readsAll(client('eu-west-1'), transport, [
    new GetPublicAccessBlockCommand({ AccountId }),
    new ListAccessPointsCommand({ AccountId }),
    new GetAccessPointCommand({ AccountId, Name: 'partner-drop' }),
  ])
})

test('the account may be named by the host', async () => {
  const { PublicAccessBlockConfiguration } = await client().send(
    new GetPublicAccessBlockCommand({ AccountId }),
  )
  equal(transport.lastHost, `${demoId}.localhost`)
  equal(PublicAccessBlockConfiguration?.BlockPublicAcls, true)
})

test('access points are listed where they are, and page', async () => {
  const { accessPoints } = cloud.account(demoId).s3
  const [point] = accessPoints
  if (point) accessPoints.push({ ...point, name: 'second' }, { ...point, name: 'third' })
  const first = await client('eu-central-1').send(
    new ListAccessPointsCommand({ AccountId, MaxResults: 2 }),
  )
  const NextToken = first.NextToken
  const second = await client('eu-central-1').send(
    new ListAccessPointsCommand({ AccountId, MaxResults: 2, NextToken }),
  )
  const names = [first, second].map(({ AccessPointList = [] }) =>
    AccessPointList.map((each) => each.Name),
  )
  deepEqual(names, [['exports-analytics', 'second'], ['third']])
  equal(second.NextToken, undefined)
})

test('multi-region access points are read in Oregon', async () => {
  cloud.account(demoId).s3.multiRegionAccessPoints.push({
    name: 'everywhere',
    alias: 'abcdef.mrap',
    createdAt: new Date('2026-01-02T03:04:05Z'),
    status: 'READY',
    publicAccessBlock: {
      blockPublicAcls: true,
      ignorePublicAcls: true,
      blockPublicPolicy: true,
      restrictPublicBuckets: false,
    },
    regions: [{ bucket: 'larkspur-invoices', region: 'eu-central-1' }],
  })
  await readsAll(client('us-west-2'), transport, [
    new ListMultiRegionAccessPointsCommand({ AccountId }),
  ])
})

test('no account-wide block, an unknown point and a foreign account each have their error', async () => {
  await rejects(client().send(new GetAccessPointCommand({ AccountId, Name: 'nowhere' })), {
    name: 'NoSuchAccessPoint',
  })
  await rejects(client().send(new GetPublicAccessBlockCommand({ AccountId: partnerId })), {
    name: 'AccessDenied',
  })
  cloud.account(demoId).s3.publicAccessBlock = null
  await rejects(client().send(new GetPublicAccessBlockCommand({ AccountId })), {
    name: 'NoSuchPublicAccessBlockConfiguration',
  })
})
