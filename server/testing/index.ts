export { Answered, type Fault, Item } from './answered.ts'
export { freshDatabase, type TestDatabase, testDatabase, testEnvironment } from './database.ts'
export { Listening } from './listening.ts'
export { Client, password, type World, type WorldOptions, world } from './world.ts'
