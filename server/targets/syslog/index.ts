export { limits } from './limits.ts'
export { deliver, type SyslogAccess, testConnection } from './syslog.ts'
