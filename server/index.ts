export { BadSetting, type Config, readConfig } from './config.ts'
export { settings } from './settings.ts'
export { describeApi, listEndpoints } from './describe-api.ts'
export { readConfiguration } from './features/scan-configurations/index.ts'
export {
  domainClaims,
  makeResetToken,
  releaseAddress,
  releaseDomain,
  userWith,
  verifyAddress,
  verifyDomain,
} from './features/accounts/index.ts'
export { type StoredFinding, storedFindings } from './features/findings/index.ts'
export { chainKey, checkKeys, evidenceSigner } from './keys.ts'
export { type Product, type Start, start } from './main.ts'
export { describeDatabase, migrateDatabase, type Opened, openDatabase } from './open-database.ts'
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
export { version } from './platform/version.ts'
export { createLog, type Log } from './platform/log.ts'
export { fingerprintOf, sealBytes, signatureIn, signedMessage } from './features/reports/index.ts'
