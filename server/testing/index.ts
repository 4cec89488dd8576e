export { Answered, type Fault, Item } from './answered.ts'
export {
  emptyDatabase,
  freshDatabase,
  type ProcessDatabase,
  processDatabase,
  bareEnvironment,
  processFlags,
  type TestDatabase,
  testDatabase,
  testEnvironment,
} from './database.ts'
export { eventually, patienceMs } from './eventually.ts'
export { findingLines } from './finding-lines.ts'
export { Listening } from './listening.ts'
export { running } from './running.ts'
export { withoutLimits } from './without-limits.ts'
export { asProcessOne, hasNamespaces } from './process-namespace.ts'
export { Client, password, type World, type WorldOptions, world } from './world.ts'
export { FakeS3 } from '../platform/aws/testing/fake-s3.ts'
export { caps } from './scan-caps.ts'
export { zone } from './zone.ts'
export { member } from './member.ts'
export { createRows } from './api-properties/senders.ts'
