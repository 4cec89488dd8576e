export { BadSetting, type Config, readConfig, settings } from './config.ts'
export { describeApi, listEndpoints } from './describe-api.ts'
export { releaseAddress, userWith, verifyAddress } from './features/accounts/index.ts'
export { chainKey, checkKeys, type Product, start, taskNames, version } from './main.ts'
export { describeDatabase, migrateDatabase, openDatabase } from './open-database.ts'
export {
  auditHeads,
  type Head,
  headLine,
  readHeads,
  verifyChain,
  withChainKey,
} from './platform/audit/index.ts'
export {
  DirectoryHeld,
  dumpFolder,
  dumpName,
  dumpsIn,
  restore,
  UnfitDatabase,
} from './platform/db/index.ts'
export { createLog, type Log } from './platform/log.ts'
