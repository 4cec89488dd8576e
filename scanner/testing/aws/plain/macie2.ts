import type { PlainService } from './plain.ts'

const off = ['AccessDeniedException', 403, 'Macie is not enabled.'] as const

export const macie2: PlainService = {
  name: 'macie2',
  protocol: 'rest-json',
  operations: {
    GetMacieSession: { http: 'GET /macie', none: off },
    GetAutomatedDiscoveryConfiguration: {
      http: 'GET /automated-discovery/configuration',
      none: off,
    },
  },
}
