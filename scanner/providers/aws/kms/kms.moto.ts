import { test } from 'node:test'
import {
  CreateKeyCommand,
  EnableKeyRotationCommand,
  KMSClient,
  PutKeyPolicyCommand,
  ScheduleKeyDeletionCommand,
} from '@aws-sdk/client-kms'
import { gives, motoAccount } from '../../../testing/moto.ts'
import kms from './index.ts'

test('keys of moto are judged by their rotation, policy and state', async () => {
  const { settings, scanned } = await motoAccount('200000000102')
  const client = new KMSClient(settings)
  const made = async () => {
    const { KeyMetadata } = await client.send(new CreateKeyCommand({}))
    return KeyMetadata?.KeyId ?? ''
  }
  const [rotated, plain, open, doomed] = [await made(), await made(), await made(), await made()]
  await client.send(new EnableKeyRotationCommand({ KeyId: rotated }))
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: '*', Action: 'kms:*', Resource: '*' }],
  })
  await client.send(new PutKeyPolicyCommand({ KeyId: open, PolicyName: 'default', Policy }))
  await client.send(new ScheduleKeyDeletionCommand({ KeyId: doomed, PendingWindowInDays: 7 }))

  gives(await scanned({ checks: kms.checks.map(({ id }) => id) }), [
    ['kms_cmk_rotation_enabled', rotated, 'PASS'],
    ['kms_cmk_rotation_enabled', plain, 'FAIL'],
    ['kms_key_not_publicly_accessible', plain, 'PASS'],
    ['kms_key_not_publicly_accessible', open, 'FAIL'],
    ['kms_cmk_not_deleted_unintentionally', plain, 'PASS'],
    ['kms_cmk_not_deleted_unintentionally', doomed, 'FAIL'],
  ])
})
