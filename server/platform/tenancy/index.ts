export { allowed, type Caller, callerIn } from './caller.ts'
export { type May, type Permission, permissions } from './permissions.ts'
export { visible } from './visibility.ts'
