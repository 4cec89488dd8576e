// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Endpoint, Instance, Task } from './resources.ts'

const arn = 'arn:aws:dms:eu-west-1:123456789012'

export const instance = world<Instance>({
  uid: `${arn}:rep:MOVEORDERS`,
  name: 'move-orders',
  region: 'eu-west-1',
  status: 'available',
  public: false,
  minor_upgrades: true,
  multi_az: true,
})

export const endpoint = world<Endpoint>({
  uid: `${arn}:endpoint:ORDERS`,
  name: 'orders',
  region: 'eu-west-1',
  status: 'active',
  engine: 'mysql',
  ssl_mode: 'verify-ca',
  mongodb_auth: null,
  neptune_iam: false,
  redis_protocol: null,
})

const level = 'LOGGER_SEVERITY_DEFAULT'

export const task = world<Task>({
  uid: `${arn}:task:MOVEORDERS`,
  name: 'move-orders',
  region: 'eu-west-1',
  status: 'running',
  levels: {
    SOURCE_CAPTURE: level,
    SOURCE_UNLOAD: level,
    TARGET_APPLY: level,
    TARGET_LOAD: level,
  },
})
