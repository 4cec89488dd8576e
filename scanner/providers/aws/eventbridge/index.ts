import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import busCrossAccountAccess from './eventbridge_bus_cross_account_access.ts'
import busExposed from './eventbridge_bus_exposed.ts'
import globalEndpointEventReplicationEnabled from './eventbridge_global_endpoint_event_replication_enabled.ts'
import type { EventBridge } from './resources.ts'

export default service<EventBridge, Aws>({
  name: 'eventbridge',
  scope: 'regional',
  kinds: {
    buses: { list: ['events:ListEventBuses'], fields: { policy: ['events:ListEventBuses'] } },
    endpoints: { list: ['events:ListEndpoints'], fields: {} },
  },
  collect,
  checks: [busCrossAccountAccess, busExposed, globalEndpointEventReplicationEnabled],
})
