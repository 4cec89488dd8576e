// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Document, PatchState } from './resources.ts'

export const document = world<Document>({
  uid: 'arn:aws:ssm:eu-west-1:123456789012:document/restart-shop',
  name: 'restart-shop',
  region: 'eu-west-1',
  shared_with: [],
})

export const patchState = world<PatchState>({
  uid: 'arn:aws:ssm:eu-west-1:123456789012:managed-instance/i-1',
  name: 'i-1',
  region: 'eu-west-1',
  status: 'COMPLIANT',
  severity: 'UNSPECIFIED',
  seen: '2026-07-01',
})
