export {
  connectEmbedded,
  connectPostgres,
  connectReplica,
  dumpFolder,
  type Migrated,
  migratePostgres,
} from './connect.ts'
export { dumpName, dumpsIn, regularDumps, restore } from './backup/index.ts'
export type { EmbeddedDatabase } from './connect.ts'
export { behind, type Key, orderBy, placeOf } from './behind.ts'
export {
  type Activity,
  type Database,
  inTransaction,
  inTurn,
  noActivity,
  unhurried,
} from './database.ts'
export { deleteSome } from './delete-some.ts'
export { DirectoryHeld } from './directory-lock.ts'
export { withLinks } from './links.ts'
export {
  DatabaseError,
  duplicateOf,
  isDiskFull,
  isPassing,
  levelOf,
  TransactionAbandoned,
  UnfitDatabase,
} from './errors.ts'
export { foldCase } from './fold.ts'
export { releaseLeases } from './leases.ts'
export type { Statements, SystemTx, Turn, Tx } from './port.ts'
export {
  type Columns,
  columnsOf,
  type Compiled,
  compare,
  compile,
  contains,
  type Page,
  page,
  pageOf,
  wordsIn,
} from './query.ts'
export type { ServerLogin } from './server-login.ts'
export { ping } from './ping.ts'
export { patient, type Retries } from './retry.ts'
export { idArray, keyTable, rowTable, scalar } from './rows.ts'
export { shippedTemplate } from './template.ts'
export type { ThreadAddress } from './thread-connection.ts'
export { all, empty, join, plannedForValues, raw, type Sql, sql, toStatement } from './sql.ts'
export type { Definers } from './definers.ts'
export { globalTables, providerTables, scanTables, type Table, tenantTables } from './tables.ts'
