// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Detector, Region } from './resources.ts'

export const detector = (changes: Partial<Detector> = {}): Detector => ({
  id: '12abc34d567e8fa901bc2d34e56789f0',
  enabled: true,
  features: {
    S3_DATA_EVENTS: true,
    EKS_AUDIT_LOGS: true,
    EBS_MALWARE_PROTECTION: true,
    RDS_LOGIN_EVENTS: true,
    LAMBDA_NETWORK_LOGS: true,
    RUNTIME_MONITORING: true,
    'RUNTIME_MONITORING EKS_ADDON_MANAGEMENT': true,
    EKS_RUNTIME_MONITORING: false,
  },
  ...changes,
})

export const region = world<Region>({
  uid: 'arn:aws:guardduty:eu-west-1:123456789012:detector',
  name: 'eu-west-1',
  region: 'eu-west-1',
  detector: detector(),
  severe: { count: 0, more: false },
  management: 'it is managed by 999999999999',
})
