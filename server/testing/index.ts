export { freshDatabase, type TestDatabase, testDatabase, testEnvironment } from './database.ts'
export {
  type Answered,
  Client,
  type Json,
  password,
  type World,
  type WorldOptions,
  world,
} from './world.ts'
