export { connect, type ValkeySettings } from './connect.ts'
export { sharedLimits, type SharedLimits } from './shared-limits.ts'
