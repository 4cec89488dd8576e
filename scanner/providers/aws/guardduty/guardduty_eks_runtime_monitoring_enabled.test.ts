import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './guardduty_eks_runtime_monitoring_enabled.ts'
import { detector, region } from './worlds.ts'

const having = (features: Record<string, boolean>) => region({ detector: detector({ features }) })

verify(check, {
  pass: [
    region(),
    having({ EKS_RUNTIME_MONITORING: true, 'EKS_RUNTIME_MONITORING EKS_ADDON_MANAGEMENT': true }),
  ],
  fail: [having({ EKS_RUNTIME_MONITORING: false })],
  manual: [
    having({ RUNTIME_MONITORING: true }),
    having({ RUNTIME_MONITORING: true, 'RUNTIME_MONITORING EKS_ADDON_MANAGEMENT': false }),
  ],
  none: [
    having({ CLOUD_TRAIL: true }),
    region({ detector: null }),
    region({ detector: detector({ enabled: false }) }),
  ],
  unread: [region({ detector: unread('AccessDeniedException') })],
})
