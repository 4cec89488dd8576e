// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { allowingAction } from '../policy-worlds.ts'
import type { Secret } from './resources.ts'

/** A secret's policy with one statement. */
export const allowing = allowingAction('secretsmanager:GetSecretValue')

export const secret = world<Secret>({
  uid: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-db-AbCdEf',
  name: 'orders-db',
  region: 'eu-west-1',
  owning_service: null,
  replica: false,
  rotates: true,
  created_at: '2025-01-10T00:00:00.000Z',
  rotated_at: '2026-01-01T00:00:00.000Z',
  accessed_at: '2026-01-14T00:00:00.000Z',
  policy: null,
})
