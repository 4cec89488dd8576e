// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Certificate } from './resources.ts'

export const certificate = world<Certificate>({
  uid: 'arn:aws:acm:eu-west-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
  name: 'www.example.com',
  region: 'eu-west-1',
  status: 'ISSUED',
  type: 'AMAZON_ISSUED',
  key_algorithm: 'RSA_2048',
  expires: '2026-12-31T12:00:00.000Z',
  transparency_logging: true,
})
