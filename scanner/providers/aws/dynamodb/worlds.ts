// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { allowingAction } from '../policy-worlds.ts'
import type { Accelerator, Table, TableDetails } from './resources.ts'

const sound: TableDetails = { status: 'ACTIVE', on_demand: true, deletion_protection: true }

export const details = (changes: Partial<TableDetails>): TableDetails => ({ ...sound, ...changes })

/** A table's policy with one statement. */
export const allowing = allowingAction('dynamodb:GetItem')

export const table = world<Table>({
  uid: 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders',
  name: 'orders',
  region: 'eu-west-1',
  details: sound,
  point_in_time_recovery: true,
  policy: null,
  key_manager: 'CUSTOMER',
  scaled: [],
  backup: { by: ['nightly'], perhaps: [] },
})

export const accelerator = world<Accelerator>({
  uid: 'arn:aws:dax:eu-west-1:123456789012:cache/orders',
  name: 'orders',
  region: 'eu-west-1',
  status: 'available',
  encrypted: true,
  endpoint_encryption: 'TLS',
  zones: ['eu-west-1a', 'eu-west-1b'],
})
