// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import type { Key, KeyDetails } from './resources.ts'

const sound: KeyDetails = {
  manager: 'CUSTOMER',
  state: 'Enabled',
  spec: 'SYMMETRIC_DEFAULT',
  origin: 'AWS_KMS',
  deletion_date: null,
}

export const details = (changes: Partial<KeyDetails>): KeyDetails => ({ ...sound, ...changes })

export const key = world<Key>({
  uid: 'arn:aws:kms:eu-west-1:123456789012:key/1d2c3b4a-0000-4000-8000-000000000001',
  name: '1d2c3b4a-0000-4000-8000-000000000001',
  region: 'eu-west-1',
  details: sound,
  rotation: true,
  policy: parsePolicy(
    '{"Statement":[{"Effect":"Allow","Action":"kms:*","Resource":"*","Principal":{"AWS":"arn:aws:iam::123456789012:root"}}]}',
  ),
})
