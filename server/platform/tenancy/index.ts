export { bound } from './bound.ts'
export {
  allowed,
  asManagers,
  type Caller,
  callerIn,
  granted,
  nobody,
  type Rights,
  rightsOf,
} from './caller.ts'
export { type May, type Permission, permissions } from './permissions.ts'
export { type RightsChange, type RightsChanged, rightsVersions } from './rights.ts'
export { seesAll, type Viewer, visible, visibleGroup } from './visibility.ts'
