import { deepEqual, equal, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  DescribeKeyCommand,
  GetKeyPolicyCommand,
  GetKeyRotationStatusCommand,
  KMSClient,
  ListAliasesCommand,
  ListKeysCommand,
  ListResourceTagsCommand,
  paginateListKeys,
} from '@aws-sdk/client-kms'
import { startFixtureCloud } from '../cloud.ts'
import { demoAccount } from '../demo/account.ts'
import { demoId } from '../demo/facts.ts'
import { fault, pagesOf, readsAll, settingsFor, transportTo } from './official-client.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
const transport = transportTo(cloud)
const client = (region = 'us-east-1', options = {}) =>
  new KMSClient({ ...settingsFor(cloud, demoId, region), requestHandler: transport, ...options })
const keyId = (alias: string) =>
  cloud.account(demoId).kms.find(({ aliases }) => aliases.includes(`alias/${alias}`))?.id
after(() => cloud.close())

test('every key and all there is to it arrive whole', async () => {
  for (const { id: KeyId, region } of cloud.account(demoId).kms)
    await readsAll(client(region), transport, [
      new ListKeysCommand({}),
      new ListAliasesCommand({}),
      new ListAliasesCommand({ KeyId }),
      new DescribeKeyCommand({ KeyId }),
      new ListResourceTagsCommand({ KeyId }),
    ])
  await readsAll(client('eu-west-1'), transport, [
    new GetKeyRotationStatusCommand({ KeyId: keyId('sessions') }),
    new GetKeyPolicyCommand({ KeyId: keyId('sessions') }),
  ])
})

test('a key may be named by its alias', async () => {
  const { KeyMetadata } = await client().send(new DescribeKeyCommand({ KeyId: 'alias/cloudtrail' }))
  equal(KeyMetadata?.KeyId, keyId('cloudtrail'))
})

test('keys page by marker', async () => {
  const pages = await pagesOf(paginateListKeys({ client: client(), pageSize: 3 }, {}))
  deepEqual(
    pages.map(({ Keys = [], Truncated }) => [Keys.length, Truncated]),
    [
      [3, true],
      [1, false],
    ],
  )
  await rejects(
    client().send(new ListKeysCommand({ Marker: 'nonsense' })),
    fault('InvalidMarkerException', 400),
  )
})

test('an asymmetric key does not rotate, and a dying one no longer', async () => {
  await rejects(
    client('eu-west-1').send(new GetKeyRotationStatusCommand({ KeyId: keyId('token-signing') })),
    fault('UnsupportedOperationException', 400),
  )
  const dying = cloud.account(demoId).kms.find(({ state }) => state === 'PendingDeletion')
  const status = await client().send(new GetKeyRotationStatusCommand({ KeyId: dying?.id }))
  equal(status.KeyRotationEnabled, false)
})

test('a key of another region is not found', async () => {
  await rejects(
    client('us-west-2').send(new DescribeKeyCommand({ KeyId: keyId('payroll') })),
    fault('NotFoundException', 400),
  )
})

test('denied, throttled and badly signed calls have the names of the JSON protocol', async () => {
  const { credentials } = settingsFor(cloud, demoId)
  const wrong = { credentials: { ...credentials, secretAccessKey: 'wrong' } }
  const unknown = { credentials: { ...credentials, accessKeyId: 'AKIANOBODY' } }
  const command = () => new ListKeysCommand({})
  const send = (options: object) => client('us-east-1', options).send(command())
  await rejects(send(wrong), fault('InvalidSignatureException', 400))
  await rejects(send(unknown), fault('UnrecognizedClientException', 400))
  await rejects(
    client('eu-central-1').send(new GetKeyPolicyCommand({ KeyId: keyId('payroll') })),
    fault('AccessDeniedException', 400),
  )
  cloud.script({ match: { service: 'kms', times: 1 }, do: 'throttle' })
  await rejects(send({}), fault('ThrottlingException', 400))
})
