import { deepEqual, equal, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CloudTrailClient,
  DescribeTrailsCommand,
  GetEventSelectorsCommand,
  GetInsightSelectorsCommand,
  GetTrailStatusCommand,
  ListTagsCommand,
  ListTrailsCommand,
  LookupEventsCommand,
  paginateLookupEvents,
} from '@aws-sdk/client-cloudtrail'
import { startFixtureCloud } from '../cloud.ts'
import { demoAccount } from '../demo/account.ts'
import { demoId } from '../demo/facts.ts'
import { fault, pagesOf, readsAll, settingsFor, transportTo } from './official-client.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
const transport = transportTo(cloud)
const client = (region = 'us-east-1', options = {}) =>
  new CloudTrailClient({
    ...settingsFor(cloud, demoId, region),
    requestHandler: transport,
    ...options,
  })
const arn = `arn:aws:cloudtrail:us-east-1:${demoId}:trail/account-audit`
after(() => cloud.close())

test('trails, their state and the event history arrive whole', async () => {
  await readsAll(client(), transport, [
    new DescribeTrailsCommand({}),
    new ListTrailsCommand({}),
    new GetTrailStatusCommand({ Name: 'account-audit' }),
    new GetEventSelectorsCommand({ TrailName: 'old-events' }),
    new GetInsightSelectorsCommand({ TrailName: arn }),
    new ListTagsCommand({ ResourceIdList: [arn] }),
    new LookupEventsCommand({}),
  ])
  await readsAll(client('eu-west-1'), transport, [
    new DescribeTrailsCommand({ trailNameList: ['partner-copy'] }),
    new GetTrailStatusCommand({ Name: 'partner-copy' }),
  ])
})

const trailsOf = async (region: string, includeShadowTrails?: boolean) => {
  const { trailList = [] } = await client(region).send(
    new DescribeTrailsCommand({ includeShadowTrails }),
  )
  return trailList.map(({ Name }) => Name)
}

test('a multi-region trail shows its shadow in every region', async () => {
  deepEqual(await trailsOf('us-east-1'), ['account-audit', 'old-events'])
  deepEqual(await trailsOf('us-west-2'), ['account-audit'])
  deepEqual(await trailsOf('us-west-2', false), [])
})

test('a shadow is asked about by ARN, not by name', async () => {
  await rejects(
    client('us-west-2').send(new GetTrailStatusCommand({ Name: 'account-audit' })),
    fault('TrailNotFoundException', 400),
  )
  const { IsLogging } = await client('us-west-2').send(new GetTrailStatusCommand({ Name: arn }))
  equal(IsLogging, true)
})

test('a trail without insights says that they are not enabled', async () => {
  await rejects(
    client().send(new GetInsightSelectorsCommand({ TrailName: 'old-events' })),
    fault('InsightNotEnabledException', 400),
  )
})

test('the event history pages, and is searched by attribute and time', async () => {
  const pages = await pagesOf(paginateLookupEvents({ client: client(), pageSize: 3 }, {}))
  deepEqual(
    pages.map(({ Events = [] }) => Events.length),
    [3, 3, 2],
  )
  const LookupAttributes = [{ AttributeKey: 'Username' as const, AttributeValue: 'root' }]
  const { Events = [] } = await client().send(new LookupEventsCommand({ LookupAttributes }))
  deepEqual(
    Events.map(({ EventName }) => EventName),
    ['ConsoleLogin'],
  )
  const named = { AttributeKey: 'ResourceName' as const, AttributeValue: 'larkspur-website' }
  const ofBucket = await client().send(new LookupEventsCommand({ LookupAttributes: [named] }))
  deepEqual(
    ofBucket.Events?.map(({ EventName }) => EventName),
    ['PutBucketPolicy', 'GetBucketPolicy', 'DeletePublicAccessBlock', 'PutBucketWebsite'],
  )
  const StartTime = new Date(Date.now() - 86_400_000)
  equal((await client().send(new LookupEventsCommand({ StartTime }))).Events?.length, 1)
  await rejects(
    client().send(new LookupEventsCommand({ NextToken: 'nonsense' })),
    fault('InvalidNextTokenException', 400),
  )
})

test('a denied trail is named by its ARN', async () => {
  cloud.account(demoId).denied.push({ action: 'cloudtrail:GetTrailStatus', resource: arn })
  await rejects(
    client().send(new GetTrailStatusCommand({ Name: 'account-audit' })),
    fault('AccessDeniedException', 400),
  )
  await client().send(new GetTrailStatusCommand({ Name: 'old-events' }))
})
