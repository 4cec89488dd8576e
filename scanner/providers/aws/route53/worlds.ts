// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Domain, Zone } from './resources.ts'

export const zone = world<Zone>({
  uid: 'arn:aws:route53:::hostedzone/Z1',
  name: 'larkspur.example.',
  region: 'us-east-1',
  private: false,
  query_logging: true,
})

export const domain = world<Domain>({
  uid: 'arn:aws:route53domains:::domain/larkspur.example',
  name: 'larkspur.example',
  region: 'us-east-1',
  transfer_lock: true,
  privacy: { administrator: true, registrant: true, technical: true, billing: true },
})
