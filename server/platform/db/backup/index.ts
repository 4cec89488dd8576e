export { BackupFailed, backUp, type Dump, type Source } from './backup.ts'
export { dumpName, dumpsIn, regularDumps, rotate } from './rotation.ts'
export { restore, restoringName } from './restore.ts'
