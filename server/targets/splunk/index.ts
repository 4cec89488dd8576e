export { limits } from './limits.ts'
export { deliver, type SplunkAccess, testConnection } from './splunk.ts'
