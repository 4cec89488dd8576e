import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { AccountClient, PutAlternateContactCommand } from '@aws-sdk/client-account'
import { gives, motoAccount } from '../../../testing/moto.ts'

const checks = [
  'account_maintain_current_contact_details',
  'account_security_contact_information_is_registered',
]

test('the security contact of moto is read; what moto cannot tell is a gap', async () => {
  const { id, settings, scanned } = await motoAccount('200000000101')
  const before = await scanned({ checks })
  gives(before, [['account_security_contact_information_is_registered', ':root', 'FAIL']])

  await new AccountClient(settings).send(
    new PutAlternateContactCommand({
      AlternateContactType: 'SECURITY',
      Name: 'Night desk',
      Title: 'Duty officer',
      EmailAddress: 'desk@plumbline.example',
      PhoneNumber: '+1 555 0100',
    }),
  )
  const { findings, unread } = await scanned({ checks })
  deepEqual(
    findings.map(({ status_extended }) => status_extended),
    [
      `The security contact of account ${id} is Night desk, Duty officer. Verify that it is correct.`,
    ],
  )
  deepEqual(
    unread.map(({ check_id, action }) => [check_id, action]),
    [['account_maintain_current_contact_details', 'account:GetContactInformation']],
  )
})
