export { audit, type AuditEvent, type ChainKey, withChainKey } from './audit.ts'
export { auditHeads, type Head, headLine, readHeads } from './heads.ts'
export { keyChains, type Verdict, verifyChain } from './verify.ts'
