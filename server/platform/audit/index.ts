export { audit, type AuditEvent, verifyChain } from './audit.ts'
