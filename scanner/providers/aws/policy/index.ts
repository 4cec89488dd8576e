/** Policies: how they are read, whom those of resources let in, and what those of identities permit. */
export { named, parsePolicy, type Statement } from './document.ts'
export { includes, includesAll, matches, only, touches } from './patterns.ts'
export {
  administration,
  assumingAnyRole,
  fullAccess,
  namedAll,
  type Owner,
  passingAnyRole,
  permitsOnOthers,
  permitsSomewhere,
  permittingAnyValue,
} from './permissions.ts'
export { opening, strangers, weight } from './verdict.ts'
