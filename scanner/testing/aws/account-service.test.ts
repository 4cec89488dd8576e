import { deepEqual, equal, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountClient,
  GetAlternateContactCommand,
  GetContactInformationCommand,
  ListRegionsCommand,
  paginateListRegions,
} from '@aws-sdk/client-account'
import { startFixtureCloud } from '../cloud.ts'
import { demoAccount } from '../demo/account.ts'
import { demoId } from '../demo/facts.ts'
import { fault, pagesOf, readsAll, settingsFor, transportTo } from './official-client.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
const transport = transportTo(cloud)
const client = (options = {}) =>
  new AccountClient({ ...settingsFor(cloud, demoId), requestHandler: transport, ...options })
after(() => cloud.close())

test('contacts and regions arrive whole', async () => {
  await readsAll(client(), transport, [
    new GetContactInformationCommand({}),
    new GetAlternateContactCommand({ AlternateContactType: 'BILLING' }),
    new ListRegionsCommand({}),
  ])
})

test('regions page and filter by their state', async () => {
  const pages = await pagesOf(paginateListRegions({ client: client(), pageSize: 3 }, {}))
  deepEqual(
    pages.map(({ Regions = [] }) => Regions.length),
    [3, 3, 2],
  )
  const command = new ListRegionsCommand({ RegionOptStatusContains: ['DISABLED'] })
  equal((await client().send(command)).Regions?.length, 3)
})

test('a contact that was never given is not found', async () => {
  await rejects(
    client().send(new GetAlternateContactCommand({ AlternateContactType: 'SECURITY' })),
    fault('ResourceNotFoundException', 404),
  )
  cloud.account(demoId).contact = null
  await rejects(
    client().send(new GetContactInformationCommand({})),
    fault('ResourceNotFoundException', 404),
  )
})

test('a kind of contact nobody knows is a validation error', async () => {
  const command = new GetAlternateContactCommand({ AlternateContactType: 'SECURITY' })
  Object.assign(command.input, { AlternateContactType: 'PRESS' })
  await rejects(client().send(command), fault('ValidationException', 400))
})

test('denied, throttled and wrongly signed calls have the service’s own names', async () => {
  const { credentials } = settingsFor(cloud, demoId)
  const wrong = { credentials: { ...credentials, secretAccessKey: 'wrong' } }
  const command = () => new ListRegionsCommand({})
  await rejects(client(wrong).send(command()), fault('InvalidSignatureException', 403))
  const match = { service: 'account', times: 1 }
  cloud.script({ match, do: 'throttle' })
  await rejects(client().send(command()), fault('TooManyRequestsException', 429))
  cloud.account(demoId).denied.push({ action: 'account:List*' })
  await rejects(client().send(command()), fault('AccessDeniedException', 403))
})
