export { Answered, type Fault, Item } from './answered.ts'
export {
  freshDatabase,
  type ProcessDatabase,
  processDatabase,
  processFlags,
  type TestDatabase,
  testDatabase,
  testEnvironment,
} from './database.ts'
export { Listening } from './listening.ts'
export { withoutLimits } from './without-limits.ts'
export { Client, password, type World, type WorldOptions, world } from './world.ts'
export { FakeS3 } from '../platform/files/testing/fake-s3.ts'
