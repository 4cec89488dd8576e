export { allowed, type Caller, callerIn } from './caller.ts'
export { type May, type Permission, permissions } from './permissions.ts'
export { type RightsChange, type RightsChanged, rightsVersions } from './rights.ts'
export { visible, visibleGroup } from './visibility.ts'
