import type { PlainService } from './plain.ts'

export const events: PlainService = {
  name: 'events',
  protocol: 'json',
  target: 'AWSEvents',
  operations: {
    ListEventBuses: { list: 'EventBuses', size: 'Limit' },
    ListEndpoints: { list: 'Endpoints' },
  },
}
